import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { createTestBitcoinWallet } from '@foyer/testing'

// The package's own independent verifier: CommonJS without types that fit.
const require = createRequire(new URL('../../packages/bitcoin/package.json', import.meta.url))
const library: unknown = require('bip322-js')

/** A key that nobody had before. */
export const freshBitcoinKey = (): string => randomBytes(32).toString('hex')

/** An address that holds nothing. */
export const freshBitcoinAddress = (): string =>
  createTestBitcoinWallet({ name: 'Other', keys: [freshBitcoinKey()] }).accounts[0] ?? ''

/** Puts coins at an address of the local ledger. */
export async function fund({
  url,
  ...coins
}: {
  readonly url: string
  readonly address: string
  readonly sats: number
}): Promise<void> {
  const answer = await fetch(`${url}/local/fund`, { method: 'POST', body: JSON.stringify(coins) })
  if (!answer.ok) throw new Error(await answer.text())
}

/** What an address holds, as the ledger says it, in satoshis. */
export async function heldAt({ url, address }: { readonly url: string; readonly address: string }): Promise<number> {
  const answer = await fetch(`${url}/address/${address}/utxo`)
  const coins: readonly { readonly value: number }[] = await answer.json()
  return coins.reduce((sum, { value }) => sum + value, 0)
}

/** Was it signed by BIP-322 in the eyes of a library that isn't the kit's? */
export function isSignedByAddress({
  address,
  message,
  signature,
}: {
  readonly address: string
  readonly message: string
  readonly signature: string
}): boolean {
  const verifier: unknown = Reflect.get(Object(library), 'Verifier')
  return (
    Reflect.apply(Reflect.get(Object(verifier), 'verifySignature'), verifier, [address, message, signature]) === true
  )
}
