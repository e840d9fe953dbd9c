import type { Amount } from '../chain/amount.js'
import { type Displayable, decimalSeparator, displayExact, displayUsd, usdValue } from '../chain/display.js'
import { shownName } from './listedWallet.js'

/** An exact amount as a language writes it: every digit of it, in groups, and what is less than a hundredth apart. */
export interface Figure {
  /** `1,234.56` */
  readonly whole: string
  /** `789` */
  readonly rest: string
}

/** How many digits behind the point stand with those before it. */
const cents = 2

/** @example figureOf({ amount: { value: 1_234_567_89n, decimals: 5 }, locale: 'de' }) // { whole: '1.234,56', rest: '789' } */
export function figureOf({ amount, locale }: { readonly amount: Displayable; readonly locale: string }): Figure {
  const text = displayExact({ amount, locale })
  const point = text.lastIndexOf(decimalSeparator(locale))
  // Of less than one the first digits say the least.
  const isWhole = point < 0 || text.slice(0, point) === '0'
  const end = isWhole ? text.length : point + 1 + cents
  return { whole: text.slice(0, end), rest: text.slice(end) }
}

/** The network's fee, expected or paid, as it is shown everywhere. */
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
  locale,
}: {
  readonly fee: Amount
  readonly symbol: string
  /** US dollars for one whole coin. */
  readonly price?: number | undefined
  /** BCP 47 */
  readonly locale: string
}): ShownFee {
  const unit = 10n ** BigInt(Math.max(0, value.toString().length - 2))
  const amount = displayExact({ amount: { value: ((value + unit - 1n) / unit) * unit, decimals }, locale })
  return { amount: `${amount} ${shownName(symbol)}`, worth: shownWorth({ amount: { value, decimals }, price, locale }) }
}

/** Returns an amount's worth, such as `$12.50`; undefined where no price is known. */
export function shownWorth({
  amount,
  price,
  locale,
}: {
  readonly amount: Amount
  /** US dollars for one whole unit; on the wire 0 says that none is known. */
  readonly price: number | undefined
  /** BCP 47 */
  readonly locale: string
}): string | undefined {
  const worth = usdValue({ amount, price: price || undefined })
  return worth && displayUsd({ amount: worth, locale })
}
