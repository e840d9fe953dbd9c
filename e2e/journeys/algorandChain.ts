import { createTestAlgorandWallet } from '@foyer/testing'
import { verifyBytes } from 'algosdk'
import { accountOf, freshKey, type Signed } from './familyPage.js'

/** An address of Algorand's that holds nothing. */
export const freshAlgorandAddress = (): Promise<string> =>
  accountOf(createTestAlgorandWallet({ name: 'Other', accounts: [{ key: freshKey() }], genesisHashes: [] }))

/** Was a message signed with an address's key, with `MX` before it, as the official library verifies it? */
export const isSignedForAlgorand = async ({ message, signature, address }: Signed): Promise<boolean> =>
  verifyBytes(new TextEncoder().encode(message), Buffer.from(signature, 'base64'), address)
