import { hasLookAlikes, readsLike } from '@foyer/core/chain'
import type { WalletNetwork, Words } from '@foyer/core/words'
import { words } from './sentences.js'

type Known = Pick<WalletNetwork, 'tokens' | 'currency'>

/** The symbol of the listed token, or of the coin, that a name is or reads like. */
export function listedLike(name: string, { tokens, currency }: Known): string | undefined {
  const plain = readsLike(name).toLowerCase()
  return [currency, ...tokens].find(({ symbol }) => symbol.toLowerCase() === plain)?.symbol
}

/**
 * Warns of an unlisted token by its name [F14]: it is written in letters that pose as others, or is or reads like a
 * listed one's symbol.
 */
export const namesakeWarnings = (name: string, listed: string | undefined): readonly Words[] => [
  ...(hasLookAlikes(name) ? [words('request.warn.lookAlike', { token: name })] : []),
  ...(listed === undefined ? [] : [words('request.warn.namesake', { token: listed })]),
]
