import { type Amount, formatAmount, roundDown } from '../chain/amount.js'

/** How many decimals of an amount are shown [S9.12]. */
const shownDecimals = 6

/**
 * Writes an amount of a swap: up to six decimals, rounded down, without zeros at its end; an amount too small to show is
 * said to be less than the smallest.
 *
 * @see S9.12
 * @example displaySwapAmount({ value: 1234567891n, decimals: 9 }) // '1.234567'
 */
export function displaySwapAmount(amount: Amount): string {
  const shown = roundDown({ amount, decimals: shownDecimals })
  return shown.value === 0n && amount.value > 0n
    ? `<${formatAmount({ value: 1n, decimals: shownDecimals })}`
    : formatAmount(shown)
}
