import { randomBytes } from 'node:crypto'
import { createTestTezosWallet } from '@foyer/testing'
import { readSignature } from '@foyer/tezos/verify'
import { getPkhfromPk, verifySignature } from '@taquito/utils'

/** A key that nobody had before. */
export const freshTezosKey = (): string => randomBytes(32).toString('hex')

/** An address that holds nothing. */
export async function freshTezosAddress(): Promise<string> {
  const { accounts } = await createTestTezosWallet({ name: 'Other', accounts: [{ key: freshTezosKey() }] })
  return accounts[0] ?? ''
}

/** Was a message signed with an address's key, as the official library verifies it? */
export async function isSignedForTezos({
  message,
  signature,
  address,
}: {
  readonly message: string
  readonly signature: string
  readonly address: string
}): Promise<boolean> {
  const { publicKey = '', signature: said = '' } = readSignature(signature) ?? {}
  const bytes = Buffer.from(message)
  const packed = `0501${bytes.length.toString(16).padStart(8, '0')}${bytes.toString('hex')}`
  return getPkhfromPk(publicKey) === address && verifySignature(packed, publicKey, said)
}
