import { formatAmount } from '@foyer/core/chain'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type RequestSentence, type Words, words } from '../sentences.js'

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

/** How a token is called in sentences. */
export const nameOf = (token: Pick<Amount, 'network' | 'mint'>): { readonly token: string | Words } => ({
  token: listedOf(token)?.symbol ?? words('request.tokens'),
})

/** An amount of a token, exact. */
export function amountFact(
  { network, mint, amount, decimals }: Amount,
  label: RequestSentence = 'request.amount',
): Fact {
  const token = listedOf({ network, mint })
  const places = decimals ?? token?.decimals
  const value =
    places === undefined
      ? words('request.smallestUnit', { amount: `${amount}` })
      : `${formatAmount({ value: amount, decimals: places })} ${token?.symbol ?? ''}`.trim()
  return { label: words(label), value }
}

/** What stands for the name of a token that isn't listed. */
export const mintFacts = (token: Pick<Amount, 'network' | 'mint'>): readonly Fact[] =>
  listedOf(token) || !token.mint ? [] : [code('request.token', token.mint)]
