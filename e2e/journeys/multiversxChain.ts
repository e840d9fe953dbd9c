import { randomBytes } from 'node:crypto'
import { createTestMultiversxWallet } from '@foyer/testing'
import { Address, Message, MessageComputer, UserVerifier } from '@multiversx/sdk-core'

/** A key that nobody had before. */
export const freshMultiversxKey = (): string => randomBytes(32).toString('hex')

/** An address that holds nothing. */
export async function freshMultiversxAddress(): Promise<string> {
  const { accounts } = await createTestMultiversxWallet({ name: 'Other', accounts: [{ key: freshMultiversxKey() }] })
  return accounts[0] ?? ''
}

/** Was a message signed with an address's key, as the official library verifies it? */
export async function isSignedForMultiversx({
  message,
  signature,
  address,
}: {
  readonly message: string
  readonly signature: string
  readonly address: string
}): Promise<boolean> {
  const bytes = new MessageComputer().computeBytesForVerifying(new Message({ data: Buffer.from(message) }))
  return UserVerifier.fromAddress(Address.newFromBech32(address)).verify(bytes, Buffer.from(signature, 'hex'))
}
