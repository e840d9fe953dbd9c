import { hasLookAlikes, readsLike } from '@foyer/core/chain'
import type { WalletNetwork, Words } from '@foyer/core/words'
import { words } from './sentences.js'

type Known = Pick<WalletNetwork, 'tokens' | 'currency'>

/** The symbol of the listed token, or of the coin, that a name is or reads like. */
export function listedLike(name: string, { tokens, currency }: Known): string | undefined {
  const plain = readsLike(name).toLowerCase()
  return [currency, ...tokens].find(({ symbol }) => symbol.toLowerCase() === plain)?.symbol
}

/** Whether a name is a listed token's or the coin's, or is written in letters that pose as others [F14]. */
export const isNamesake = (name: string, known: Known): boolean =>
  listedLike(name, known) !== undefined || hasLookAlikes(name)

/** What is said of an unlisted token with such a name, and with the symbol of the listed one if it reads like one. */
export const namesakeWarnings = (name: string, listed: string | undefined): readonly Words[] => [
  ...(hasLookAlikes(name) ? [words('request.warn.lookAlike', { token: name })] : []),
  ...(listed === undefined ? [] : [words('request.warn.namesake', { token: listed })]),
]
