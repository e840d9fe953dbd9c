import { formatAmount } from '@foyer/core/chain'
import type { DescribedRequest, Fact, RequestSentence, Words } from '@foyer/core/words'
import { words } from '../sentences.js'

/** What an action comes to. */
export interface ReadAction {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
}

/** An amount of the network's coin, exact. */
export const coins = (
  amount: bigint,
  { currency: { symbol, decimals } }: DescribedRequest['network'],
  label: RequestSentence,
): Fact => ({
  label: words(label),
  value: `${formatAmount({ value: amount, decimals })} ${symbol}`,
  priced: { contract: undefined, amount, decimals },
})
