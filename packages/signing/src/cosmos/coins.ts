import { formatAmount } from '@foyer/core/chain'
import type { DescribedRequest, Words } from '@foyer/core/words'
import { inSmallestUnit } from '../unlisted.js'
import type { Coin } from './messageFields.js'

type Network = DescribedRequest['network']

/** Is a coin the chain's own? Its smallest unit is called by the coin's name, with a letter for how small it is before it. */
export const isOwnCoin = ({ denom }: Coin, { currency }: Network): boolean =>
  /^[a-z][a-z0-9]+$/.test(denom) &&
  denom.slice(1) === currency.symbol.toLowerCase() &&
  letters[denom[0] ?? ''] === currency.decimals

const letters: Readonly<Record<string, number>> = { m: 3, u: 6, n: 9, p: 12, a: 18 }

/** Returns an amount of a coin, by the chain's own name where it is that. */
export function amountOf(coin: Coin, network: Network): string | Words {
  const { symbol, decimals } = network.currency
  if (isOwnCoin(coin, network)) return `${formatAmount({ value: coin.amount, decimals })} ${symbol}`
  return inSmallestUnit(coin.amount)
}
