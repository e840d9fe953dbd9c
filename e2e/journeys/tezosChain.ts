import { createTestTezosWallet } from '@foyer/testing'
import { readSignature } from '@foyer/tezos/verify'
import { getPkhfromPk, verifySignature } from '@taquito/utils'
import { accountOf, freshKey, type Signed } from './familyPage.js'

/** An address that holds nothing. */
export const freshTezosAddress = (): Promise<string> =>
  accountOf(createTestTezosWallet({ name: 'Other', accounts: [{ key: freshKey() }] }))

/** Was a message signed with an address's key, as the official library verifies it? */
export async function isSignedForTezos({ message, signature, address }: Signed): Promise<boolean> {
  const { publicKey = '', signature: said = '' } = readSignature(signature) ?? {}
  const bytes = Buffer.from(message)
  const packed = `0501${bytes.length.toString(16).padStart(8, '0')}${bytes.toString('hex')}`
  return getPkhfromPk(publicKey) === address && verifySignature(packed, publicKey, said)
}
