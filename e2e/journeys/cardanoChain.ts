import verifyDataSignature from '@cardano-foundation/cardano-verify-datasignature'
import { createTestCardanoWallet } from '@foyer/testing'
import { accountOf, freshKey, type Signed } from './familyPage.js'

/** An address that holds nothing. */
export const freshCardanoAddress = (): Promise<string> =>
  accountOf(createTestCardanoWallet({ name: 'Other', accounts: [{ key: freshKey() }] }))

/** The key comes last, and has so many letters. */
const keyLetters = 84

/** Was a message signed with an address's key, as the Cardano Foundation's library verifies it? */
export const isSignedForCardano = async ({ message, signature, address }: Signed): Promise<boolean> =>
  verifyDataSignature(signature.slice(0, -keyLetters), signature.slice(-keyLetters), message, address)
