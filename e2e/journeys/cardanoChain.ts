import { randomBytes } from 'node:crypto'
import verifyDataSignature from '@cardano-foundation/cardano-verify-datasignature'
import { createTestCardanoWallet } from '@foyer/testing'

/** A key that nobody had before. */
export const freshCardanoKey = (): string => randomBytes(32).toString('hex')

/** An address that holds nothing. */
export async function freshCardanoAddress(): Promise<string> {
  const { accounts } = await createTestCardanoWallet({ name: 'Other', accounts: [{ key: freshCardanoKey() }] })
  return accounts[0] ?? ''
}

/** The key comes last, and has so many letters. */
const keyLetters = 84

/** Was a message signed with an address's key, as the Cardano Foundation's library verifies it? */
export const isSignedForCardano = async ({
  message,
  signature,
  address,
}: {
  readonly message: string
  readonly signature: string
  readonly address: string
}): Promise<boolean> =>
  verifyDataSignature(signature.slice(0, -keyLetters), signature.slice(-keyLetters), message, address)
