import { hasLookAlikes } from '@foyer/core/chain'
import type { WalletNetwork, Words } from '@foyer/core/words'
import { words } from './sentences.js'

/** Whether a name is a listed token's or the coin's, or is written in letters that pose as others [F14]. */
export function isNamesake(symbol: string, { tokens, currency }: Pick<WalletNetwork, 'tokens' | 'currency'>): boolean {
  const plain = symbol.normalize('NFKC').toLowerCase()
  return [currency, ...tokens].some((each) => each.symbol.toLowerCase() === plain) || hasLookAlikes(symbol)
}

/** What is said of an unlisted token with such a name. */
export const namesakeWarning = (symbol: string): Words =>
  words(hasLookAlikes(symbol) ? 'request.warn.lookAlike' : 'request.warn.namesake', { token: symbol })
