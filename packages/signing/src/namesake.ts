import { hasLookAlikes, readsLike } from '@foyer/core/chain'
import type { WalletNetwork, Words } from '@foyer/core/words'
import { words } from './sentences.js'

type Known = Pick<WalletNetwork, 'tokens' | 'currency'>

/** Returns what a name reads like, whatever stands between its letters. */
export const lettersOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The symbol of the listed token, or of the coin, that a name is or reads like. */
export function listedLike(name: string, { tokens, currency }: Known): string | undefined {
  const plain = readsLike(name).normalize('NFKC').toLowerCase()
  // A mark within a name is overlooked, and what stands before it read as the whole.
  const parts = [plain, lettersOf(plain), ...plain.split(/[^\p{L}\p{N}]+/u)]
  return [currency, ...tokens].find(({ symbol }) => parts.includes(symbol.toLowerCase()))?.symbol
}

/**
 * Warns of an unlisted token by its name [F14]: it is written in letters that pose as others, or is or reads like a
 * listed one's symbol.
 */
export const namesakeWarnings = (name: string, listed: string | undefined): readonly Words[] => [
  ...(hasLookAlikes(name) ? [words('request.warn.lookAlike', { token: name })] : []),
  ...(listed === undefined ? [] : [words('request.warn.namesake', { token: listed })]),
]
