import { formatAmount } from '@foyer/core/chain'
import type { Fact, RequestSentence, WalletNetwork, Words } from '@foyer/core/words'
import { code, words } from '../sentences.js'
import { inSmallestUnit, ofTokens, unlisted } from '../unlisted.js'

export interface Amount {
  readonly network: WalletNetwork
  readonly mint: string | undefined
  readonly amount: bigint
  /** Those of the instruction, which the program compares, or else of the wallet’s settings. */
  readonly decimals?: number | undefined
}

/** Stands for the mint of a token account that couldn't be looked up: it isn't the coin. */
export const unreadMint = ''

/** More than any supply: an approval of this amount is an approval of everything. */
export const unlimited = 2n ** 63n

const listedOf = ({ network: { tokens }, mint }: Pick<Amount, 'network' | 'mint'>) =>
  tokens.find(({ address }) => address === mint)

/** Returns the name of a token in sentences: what isn't listed has no name here but its address. */
export const nameOf = (token: Pick<Amount, 'network' | 'mint'>): { readonly token: string | Words } => {
  const some = words('request.tokens')
  return { token: listedOf(token)?.symbol ?? (token.mint ? unlisted(some, token.mint) : some) }
}

/** An amount of a token, exact. */
export function amountFact(
  { network, mint, amount, decimals }: Amount,
  label: RequestSentence = 'request.amount',
): Fact {
  const token = listedOf({ network, mint })
  const places = decimals ?? token?.decimals
  if (places === undefined) return { label: words(label), value: inSmallestUnit(amount, mint) }
  const count = formatAmount({ value: amount, decimals: places })
  const some = () => (mint ? unlisted(ofTokens(count), mint) : ofTokens(count))
  return { label: words(label), value: token ? `${count} ${token.symbol}` : some() }
}

/** Returns the mint that stands for the name of an unlisted token. */
export const mintFacts = (token: Pick<Amount, 'network' | 'mint'>): readonly Fact[] =>
  listedOf(token) || !token.mint ? [] : [code('request.token', token.mint)]
