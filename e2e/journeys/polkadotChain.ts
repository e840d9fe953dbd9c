import { createTestPolkadotWallet } from '@foyer/testing'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { accountOf, freshKey, type Signed } from './familyPage.js'

/** An address of Polkadot's that holds nothing. */
export const freshPolkadotAddress = (): Promise<string> =>
  accountOf(createTestPolkadotWallet({ name: 'Other', accounts: [{ key: freshKey() }] }))

/** Was a message signed with an address's key, between the standard's marks, as the official library verifies it? */
export async function isSignedForPolkadot({ message, signature, address }: Signed): Promise<boolean> {
  await cryptoWaitReady()
  return signatureVerify(`<Bytes>${message}</Bytes>`, signature, address).isValid
}
