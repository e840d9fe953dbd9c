import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { createTestPolkadotWallet } from '@foyer/testing'

// The official library, as the package's own tests have it: of CommonJS, and no dependency of these.
const require = createRequire(new URL('../../packages/polkadot/package.json', import.meta.url))
const crypto: unknown = require('@polkadot/util-crypto')

/** A key that nobody had before. */
export const freshPolkadotKey = (): string => randomBytes(32).toString('hex')

/** An address of Polkadot's that holds nothing. */
export async function freshPolkadotAddress(): Promise<string> {
  const { accounts } = await createTestPolkadotWallet({ name: 'Other', accounts: [{ key: freshPolkadotKey() }] })
  return accounts[0] ?? ''
}

/** Gives an account coins on the local chain. */
export async function fundPolkadot({
  url,
  ...gift
}: {
  readonly url: string
  readonly address: string
  readonly amount: string
}): Promise<void> {
  const answer = await fetch(`${url}/local/give`, { method: 'POST', body: JSON.stringify(gift) })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Was a message signed with an address's key, between the standard's marks, as the official library verifies it? */
export function isSignedForPolkadot({
  message,
  signature,
  address,
}: {
  readonly message: string
  readonly signature: string
  readonly address: string
}): boolean {
  const wrapped = new TextEncoder().encode(`<Bytes>${message}</Bytes>`)
  const verified: unknown = Reflect.apply(Reflect.get(Object(crypto), 'signatureVerify'), undefined, [
    ...[wrapped, signature, address],
  ])
  return Reflect.get(Object(verified), 'isValid') === true
}
