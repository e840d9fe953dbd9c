import { formatAmount } from '@foyer/core/chain'
import type { DescribedRequest, Fact, RequestSentence } from '@foyer/core/words'
import { words } from './sentences.js'

/** An amount of the network's coin, exact, with its symbol. */
export const writtenCoins = (value: bigint, { currency: { symbol, decimals } }: DescribedRequest['network']): string =>
  `${formatAmount({ value, decimals })} ${symbol}`

/** An amount of the network's coin as a fact, which can be priced. */
export const coins = (amount: bigint, network: DescribedRequest['network'], label: RequestSentence): Fact => ({
  label: words(label),
  value: writtenCoins(amount, network),
  priced: { contract: undefined, amount, decimals: network.currency.decimals },
})
