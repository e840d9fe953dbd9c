import { createTestMultiversxWallet } from '@foyer/testing'
import { Address, Message, MessageComputer, UserVerifier } from '@multiversx/sdk-core'
import { accountOf, freshKey, type Signed } from './familyPage.js'

/** An address that holds nothing. */
export const freshMultiversxAddress = (): Promise<string> =>
  accountOf(createTestMultiversxWallet({ name: 'Other', accounts: [{ key: freshKey() }] }))

/** Was a message signed with an address's key, as the official library verifies it? */
export async function isSignedForMultiversx({ message, signature, address }: Signed): Promise<boolean> {
  const bytes = new MessageComputer().computeBytesForVerifying(new Message({ data: Buffer.from(message) }))
  return UserVerifier.fromAddress(Address.newFromBech32(address)).verify(bytes, Buffer.from(signature, 'hex'))
}
