import { type Amount, expandExponent, formatAmount, InvalidAmountError, parseAmount, roundDown } from './amount.js'

/** An amount, or a decimal number as text, such as the API's `"1234.5"`. */
export type Displayable = Amount | string

interface Figure {
  readonly number: Displayable
  /** How many digits stand after the point. */
  readonly decimals: number
  /** Rounded to the nearest; down unless said, so that never more is shown than there is. */
  readonly isNearest?: boolean | undefined
}

/**
 * The one form that a figure has, everywhere and whatever the host's locale, so that the same balance reads the same: grouped as in en-US, with as many
 * digits after the point as said. What is something but less than those show is `<0.001`, what has eight digits before the point or more is `12.34M`.
 * Every form has one point, and thirteen characters at most.
 */
function displayFigure({ number, decimals, isNearest = false }: Figure): string {
  const { value, isNegative, isSome } = exactly(number, decimals + 1)
  const sign = isNegative && isSome ? '-' : ''
  if (isSome && value < 10n) return `${sign}${leastOf(decimals)}`
  const digits = ((value + (isNearest ? 5n : 0n)) / 10n).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals)
  const figure = whole.length > mostDigits ? compact(whole) : `${grouped(whole)}.${digits.slice(-decimals)}`
  return `${sign}${figure}`
}

/** Something, but less than so many decimals show. */
const leastOf = (decimals: number): string => `<0.${'1'.padStart(decimals, '0')}`

/** The magnitude, cut to so many decimals, and whether there is anything at all. */
function exactly(number: Displayable, decimals: number) {
  if (typeof number !== 'string') {
    const { value } = roundDown({ amount: number, decimals })
    const isNegative = number.value < 0n
    return { value: isNegative ? -value : value, isNegative, isSome: number.value !== 0n }
  }
  const match = /^(-?)(\d{1,256})(?:\.(\d+))?$/.exec(number)
  if (!match) throw new InvalidAmountError({ fault: 'notation' })
  const [, sign = '', whole = '', fraction = ''] = match
  // It may have more digits than any coin: only those that can show are read as a number.
  const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return { value, isNegative: sign !== '', isSome: /[1-9]/.test(number) }
}

/** How many digits before the point a line has room for. */
const mostDigits = 7

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** Four digits and what they are of: millions, billions, trillions. Larger units aren't in use. */
function compact(whole: string): string {
  const thousands = Math.floor((whole.length - 1) / 3)
  if (thousands > 4) return '>999.9T'
  const point = whole.length - 3 * thousands
  return `${whole.slice(0, point)}.${whole.slice(point, 4)}${' KMBT'.charAt(thousands)}`
}

export interface DisplayBalanceParameters {
  /** What a token balance is worth, in the currency shown. */
  readonly balance: Displayable
  /** On a test network nothing has a worth. */
  readonly testnet?: boolean | undefined
  /** On a network that the kit doesn't support no worth is known. */
  readonly unsupported?: boolean | undefined
}

/**
 * Shows a balance's worth with two decimals, rounded to the nearest, grouped as in en-US [S9.44]; less than a hundredth as `<0.01`, and from ten
 * millions on as `12.34M`. It is `0.00` on test networks and unsupported ones [S9.45].
 *
 * @throws {@link InvalidAmountError}
 * @example displayBalance({ balance: '1234.5' }) // '1,234.50'
 */
export function displayBalance({ balance, testnet = false, unsupported = false }: DisplayBalanceParameters): string {
  return testnet || unsupported ? '0.00' : displayFigure({ number: balance, decimals: 2, isNearest: true })
}

/**
 * Shows how much there is of a coin, with three decimals, rounded down so that never more is shown than there is, and grouped as in en-US; less than a
 * thousandth as `<0.001`, and from ten millions on as `12.34M`.
 *
 * @throws {@link InvalidAmountError}
 * @example displayQuantity({ quantity: { value: 0n, decimals: 18 }, symbol: 'ETH' }) // '0.000 ETH'
 */
export function displayQuantity({ quantity, symbol }: { quantity: Displayable; symbol?: string | undefined }): string {
  const figure = displayFigure({ number: quantity, decimals: 3 })
  return symbol ? `${figure} ${symbol}` : figure
}

/** How many digits after the point an amount has that may be small. */
const smallDecimals = 6

/**
 * Writes an amount that may be small and is agreed to, such as a fee or what a swap gives: up to six decimals, rounded down, without zeros at its end,
 * and whole however long it is; what is less than six decimals show is `<0.000001`.
 *
 * @see S9.12
 * @example displaySmallAmount({ value: 1234567891n, decimals: 9 }) // '1.234567'
 */
export function displaySmallAmount(amount: Amount): string {
  const shown = roundDown({ amount, decimals: smallDecimals })
  return shown.value === 0n && amount.value > 0n ? leastOf(smallDecimals) : formatAmount(shown)
}

/**
 * Shortens an address, or any long id, to its first 4 and last 6 characters [S9.43]; what isn't longer stays whole.
 *
 * @example shortenAddress({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }) // '0xd8…A96045'
 */
export function shortenAddress({
  address,
  charsStart = 4,
  charsEnd = 6,
}: {
  address: string
  charsStart?: number | undefined
  charsEnd?: number | undefined
}): string {
  if (address.length <= charsStart + charsEnd + 1) return address
  return `${address.slice(0, charsStart)}…${address.slice(address.length - charsEnd)}`
}

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
