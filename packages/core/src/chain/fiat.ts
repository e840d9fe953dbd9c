import { type Amount, expandExponent, InvalidAmountError, parseAmount } from './amount.js'
import { displayBalance } from './display.js'

/** How many decimals a price, and what is worth a price, have: of a US dollar. */
export const usdDecimals = 18

/**
 * A price as JSON has it, exactly: US dollars for one whole token, with 18 decimals; what is smaller is cut off.
 *
 * @returns undefined for what is no price: negative, infinite or not a number
 * @example usdPrice(3000.5) // 3000500000000000000000n
 */
export function usdPrice(price: number | undefined): bigint | undefined {
  if (price === undefined || !Number.isFinite(price) || price < 0) return undefined
  try {
    const [whole = '0', fraction = ''] = expandExponent(String(price)).split('.')
    const text = `${whole}.${fraction.slice(0, usdDecimals).padEnd(1, '0')}`
    return parseAmount({ text, decimals: usdDecimals }).value
  } catch (error) {
    if (error instanceof InvalidAmountError) return undefined
    throw error
  }
}

/**
 * What an amount of a token is worth, in US dollars, rounded down.
 *
 * @returns undefined where the price isn't known
 * @example usdValue({ amount: { value: 2n * 10n ** 18n, decimals: 18 }, price: 3000 }) // 6000 dollars, with 18 decimals
 */
export function usdValue({ amount, price }: { amount: Amount; price: number | undefined }): Amount | undefined {
  const each = usdPrice(price)
  return each === undefined
    ? undefined
    : { value: (amount.value * each) / 10n ** BigInt(amount.decimals), decimals: usdDecimals }
}

/**
 * Shows dollars with two decimals, as in en-US [S9.44]; something, but less than a cent as `<$0.01`.
 *
 * @example displayUsd({ value: 12345n, decimals: 1 }) // '$1,234.50'
 */
export const displayUsd = (value: Amount): string => displayBalance({ balance: value }).replace(/^[-<>]*/, '$&$$')
