import { type Amount, displayUsd, formatAmount, usdValue } from '@foyer/core/chain'
import { shownName } from './walletNames.js'

/** An exact amount as a language writes it: every digit of it, in groups, and what is less than a hundredth apart. */
export interface Figure {
  /** `1,234.56` */
  readonly whole: string
  /** `789` */
  readonly rest: string
}

/** How many digits behind the point stand with those before it. */
const cents = 2

/** @example figureOf({ amount: { value: 1_234_567_89n, decimals: 5 }, tag: 'de' }) // { whole: '1.234,56', rest: '789' } */
export function figureOf({ amount, tag }: { readonly amount: Amount; readonly tag: string }): Figure {
  const [whole = '0', fraction = ''] = formatAmount(amount).split('.')
  const latin = { numberingSystem: 'latn' } as const
  const grouped = new Intl.NumberFormat(tag, latin).format(BigInt(whole))
  const parts = new Intl.NumberFormat(tag, latin).formatToParts(1.5)
  const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  if (fraction === '') return { whole: grouped, rest: '' }
  // Of less than one the first digits say the least.
  const kept = whole === '0' || fraction.length <= cents ? fraction.length : cents
  return { whole: `${grouped}${point}${fraction.slice(0, kept)}`, rest: fraction.slice(kept) }
}

/** What the network takes, or has taken, as it is shown everywhere. */
export interface ShownFee {
  /** Such as `0.000021 ETH`. */
  readonly amount: string
  /** Such as `$0.08`; undefined where no price is known. */
  readonly worth: string | undefined
}

/** Two digits that say something, rounded up: a fee is never more than is shown. */
export function shownFee({
  fee: { value, decimals },
  symbol,
  price,
}: {
  readonly fee: Amount
  readonly symbol: string
  /** US dollars for one whole coin. */
  readonly price?: number | undefined
}): ShownFee {
  const unit = 10n ** BigInt(Math.max(0, value.toString().length - 2))
  const shown = formatAmount({ value: ((value + unit - 1n) / unit) * unit, decimals })
  // On the wire a price of 0 says that none is known.
  const worth = usdValue({ amount: { value, decimals }, price: price || undefined })
  return { amount: `${shown} ${shownName(symbol)}`, worth: worth && displayUsd(worth) }
}
