import { randomBytes } from 'node:crypto'
import { createTestPolkadotWallet } from '@foyer/testing'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'

/** A key that nobody had before. */
export const freshPolkadotKey = (): string => randomBytes(32).toString('hex')

/** An address of Polkadot's that holds nothing. */
export async function freshPolkadotAddress(): Promise<string> {
  const { accounts } = await createTestPolkadotWallet({ name: 'Other', accounts: [{ key: freshPolkadotKey() }] })
  return accounts[0] ?? ''
}

/** Was a message signed with an address's key, between the standard's marks, as the official library verifies it? */
export async function isSignedForPolkadot({
  message,
  signature,
  address,
}: {
  readonly message: string
  readonly signature: string
  readonly address: string
}): Promise<boolean> {
  await cryptoWaitReady()
  return signatureVerify(`<Bytes>${message}</Bytes>`, signature, address).isValid
}
