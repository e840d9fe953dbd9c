import { shortenAddress } from '@foyer/core/chain'
import type { Words } from '@foyer/core/words'
import { words } from './sentences.js'

/** Returns a token's name, or how much of it there is, by its own word: with its address and that it isn't listed. */
export const unlisted = (token: string | Words, contract: string): Words =>
  words('request.unlisted', { token, contract: shortenAddress({ address: contract }) })

/** An amount of a token whose decimals aren't known. */
export const inSmallestUnit = (amount: bigint | string, contract?: string): Words =>
  words('request.smallestUnit', {
    amount: `${amount}`,
    ...(contract && { contract: shortenAddress({ address: contract }) }),
  })

/** So many of a token that has no name. */
export const ofTokens = (amount: string): Words => words('request.amountOfTokens', { amount })
