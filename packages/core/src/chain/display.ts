import { type Amount, expandExponent, formatAmount, InvalidAmountError, parseAmount } from './amount.js'
import { withoutZeros } from './withoutZeros.js'

/** An amount, or a decimal number as text, such as the API's `"1234.5"`. */
export type Displayable = Amount | string

interface Digits {
  readonly isNegative: boolean
  readonly whole: string
  readonly fraction: string
}

/** The digits of a number, exactly. */
function digitsOf(number: Displayable): Digits {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(typeof number === 'string' ? number : formatAmount(number))
  const [, sign = '', digits = '', fraction = ''] = match ?? []
  const whole = digits.replace(/^0+(?=\d)/, '')
  if (whole === '' || whole.length > 256) throw new InvalidAmountError({ fault: 'notation' })
  return { isNegative: sign !== '' && /[1-9]/.test(whole + fraction), whole, fraction }
}

/** A number in the parts that a language writes it in. Digits are Latin in every language, as fields take them. */
function partsOf(locale: string, number: number, unit?: Intl.NumberFormatOptions): readonly Intl.NumberFormatPart[] {
  const options = { ...unit, numberingSystem: 'latn' } as const
  try {
    return new Intl.NumberFormat(locale, options).formatToParts(number)
  } catch (error) {
    // A host's own language may have a tag that is none, such as `de_DE`: the check of options reports it.
    if (error instanceof RangeError) return new Intl.NumberFormat('en', options).formatToParts(number)
    throw error
  }
}

/** Returns the separators of a language's digits. */
function separatorsOf(locale: string): { readonly decimal: string; readonly group: string } {
  const parts = partsOf(locale, 1_234_567.5)
  const signOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { decimal: signOf('decimal'), group: signOf('group') }
}

/**
 * Returns the decimal separator of a language, `.` or `,`: for a field of amounts.
 *
 * @example decimalSeparator('de') // ','
 */
export const decimalSeparator = (locale: string): string => separatorsOf(locale).decimal

/** Returns the text of a language before and after a figure of a unit, without its marks of direction. */
function around({ locale, unit }: { readonly locale: string; readonly unit: Intl.NumberFormatOptions }) {
  const parts = partsOf(locale, 0, unit)
  const first = parts.findIndex(({ type }) => type === 'integer')
  const last = parts.map(({ type }) => type === 'integer' || type === 'fraction').lastIndexOf(true)
  const text = (some: typeof parts) =>
    some
      .map(({ type, value }) => (type === 'currency' ? '$' : value))
      .join('')
      .replace(/[\u061c\u200e\u200f]/g, '')
  return { before: text(parts.slice(0, first)), after: text(parts.slice(last + 1)) }
}

interface Figure {
  readonly whole: string
  readonly fraction: string
  readonly locale: string
}

/**
 * Writes digits as a language does. What is grouped has a decimal part, so that one separator alone divides in every language: `1,234` can't be taken
 * for a thousand by one reader and for a bit more than one by another, nor by a field.
 */
function written({ whole, fraction, locale }: Figure): string {
  const { decimal, group } = separatorsOf(locale)
  const isGrouped = whole.length > 3
  const after = isGrouped ? fraction.padEnd(2, '0') : fraction
  const first = whole.length % 3
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])].filter(
    (digits) => digits !== '',
  )
  return `${isGrouped ? groups.join(group) : whole}${after && decimal}${after}`
}

/** The digits before the point that a line has room for. */
const mostDigits = 7

/** The same in thirteen characters at most: four digits and what they are of, from ten millions on. Larger units than trillions aren't in use. */
function short({ whole, fraction, locale }: Figure): string {
  if (whole.length <= mostDigits) return written({ whole, fraction, locale })
  const thousands = Math.floor((whole.length - 1) / 3)
  if (thousands > 4) return `>${written({ whole: '999', fraction: '9', locale })}T`
  const point = whole.length - 3 * thousands
  const figure = written({ whole: whole.slice(0, point), fraction: whole.slice(point, 4), locale })
  return `${figure}${' KMBT'.charAt(thousands)}`
}

/** The digits of a small amount beside leading zeros, and the number of zeros that make it too small to be shown. */
const significant = 3
const smallest = 8

interface Cut extends Pick<Digits, 'whole' | 'fraction'> {
  /** The digits after the point; a small amount has more. */
  readonly decimals: number
  /** Zeros at its end go. */
  readonly isBare?: boolean | undefined
}

/** The digits after the point that are shown, rounded down so that never more is shown than there is; undefined for what is too small. */
function cut({ whole, fraction, decimals, isBare = false }: Cut): string | undefined {
  const zeros = fraction.search(/[1-9]/)
  const isSmall = whole === '0' && zeros >= 0
  if (isSmall && zeros >= smallest) return undefined
  const shown = withoutZeros(fraction.slice(0, isSmall ? Math.max(decimals, zeros + significant) : decimals))
  return isBare ? shown : shown.padEnd(decimals, '0')
}

/** Something, but less than so many decimals show. */
const lessThan = ({ decimals, locale }: { readonly decimals: number; readonly locale: string }): string =>
  written({ whole: '0', fraction: '1'.padStart(decimals, '0'), locale })

/** U+2212: as wide as a plus. */
const minus = '\u2212'

export interface DisplayBalanceParameters {
  /** The worth of a token balance, in the currency shown. */
  readonly balance: Displayable
  /** BCP 47, of the language that the visitor reads, such as `foyer.options.locale.tag`. */
  readonly locale: string
  /** On a test network nothing has a worth. */
  readonly testnet?: boolean | undefined
  /** On a network that the kit doesn't support no worth is known. */
  readonly unsupported?: boolean | undefined
}

/**
 * Shows a balance's worth with two decimals, rounded to the nearest, grouped; in English as in en-US [S9.44]. Less than a hundredth is `<0.01`, and from
 * ten millions on it is `12.34M`. It is `0.00` on test networks and unsupported ones [S9.45].
 *
 * @throws {@link InvalidAmountError}
 * @example displayBalance({ balance: '1234.5', locale: 'en' }) // '1,234.50'
 */
export function displayBalance({ balance, locale, ...where }: DisplayBalanceParameters): string {
  const { sign, figure } = balanceOf({ balance, locale, ...where })
  return `${sign}${figure}`
}

function balanceOf({ balance, locale, testnet = false, unsupported = false }: DisplayBalanceParameters) {
  const { isNegative, whole, fraction } = digitsOf(testnet || unsupported ? '0' : balance)
  const sign = isNegative ? minus : ''
  const thousandths = BigInt(whole + fraction.slice(0, 3).padEnd(3, '0'))
  if (thousandths < 10n && /[1-9]/.test(whole + fraction))
    return { sign: `${sign}<`, figure: lessThan({ decimals: 2, locale }) }
  const cents = ((thousandths + 5n) / 10n).toString().padStart(3, '0')
  return { sign, figure: short({ whole: cents.slice(0, -2), fraction: cents.slice(-2), locale }) }
}

export interface DisplayQuantityParameters {
  readonly quantity: Displayable
  readonly symbol?: string | undefined
  /** BCP 47, of the language that the visitor reads. */
  readonly locale: string
}

/**
 * Shows how much there is of a coin: three decimals, and of less than a tenth three digits that aren't leading zeros, rounded down so that never more is
 * shown than there is, and grouped. Dust is `<0.00000001`, and from ten millions on it is `12.34M`.
 *
 * @throws {@link InvalidAmountError}
 * @example displayQuantity({ quantity: { value: 12345n, decimals: 8 }, symbol: 'BTC', locale: 'de' }) // '0,000123 BTC'
 */
export function displayQuantity({ quantity, symbol, locale }: DisplayQuantityParameters): string {
  const { isNegative, whole, fraction } = digitsOf(quantity)
  const after = cut({ whole, fraction, decimals: 3 })
  const figure =
    after === undefined ? `<${lessThan({ decimals: smallest, locale })}` : short({ whole, fraction: after, locale })
  return withSymbol(`${isNegative ? minus : ''}${figure}`, symbol)
}

const withSymbol = (figure: string, symbol: string | undefined): string => (symbol ? `${figure} ${symbol}` : figure)

export interface DisplayAmountParameters {
  readonly amount: Displayable
  readonly symbol?: string | undefined
  /** BCP 47, of the language that the visitor reads. */
  readonly locale: string
}

/** The digits after the point of an amount that may be small. */
const smallDecimals = 6

/**
 * Writes an amount that may be small and is agreed to, such as a fee or what a swap gives: up to six decimals, and of less than a thousandth three digits
 * that aren't leading zeros, rounded down, without zeros at its end, and whole however long it is; dust is `<0.00000001`.
 *
 * @see S9.12
 * @example displaySmallAmount({ amount: { value: 1234567891n, decimals: 9 }, locale: 'en' }) // '1.234567'
 */
export function displaySmallAmount({ amount, symbol, locale }: DisplayAmountParameters): string {
  const { whole, fraction } = digitsOf(amount)
  const after = cut({ whole, fraction, decimals: smallDecimals, isBare: true })
  const figure =
    after === undefined ? `<${lessThan({ decimals: smallest, locale })}` : written({ whole, fraction: after, locale })
  return withSymbol(figure, symbol)
}

/**
 * Writes an amount to its last digit, grouped: what is reviewed, sent and paid.
 *
 * @example displayExact({ amount: { value: 123456789n, decimals: 5 }, symbol: 'DUSD', locale: 'de' }) // '1.234,56789 DUSD'
 */
export function displayExact({ amount, symbol, locale }: DisplayAmountParameters): string {
  const { isNegative, whole, fraction } = digitsOf(amount)
  return withSymbol(`${isNegative ? minus : ''}${written({ whole, fraction, locale })}`, symbol)
}

/**
 * Writes a share given in hundredths of a percent.
 *
 * @example displayPercent({ bps: 30, locale: 'de' }) // '0,3 %'
 */
export function displayPercent({ bps, locale }: { readonly bps: number; readonly locale: string }): string {
  const { before, after } = around({ locale, unit: { style: 'percent' } })
  return `${before}${displayExact({ amount: { value: BigInt(Math.round(bps)), decimals: 2 }, locale })}${after}`
}

export interface ShortenAddressParameters {
  readonly address: string
  readonly charsStart?: number | undefined
  readonly charsEnd?: number | undefined
}

/**
 * Shortens an address, or any long id, to its first 4 and last 6 characters [S9.43]; what isn't longer stays whole.
 *
 * @example shortenAddress({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }) // '0xd8…A96045'
 */
export function shortenAddress({ address, charsStart = 4, charsEnd = 6 }: ShortenAddressParameters): string {
  if (address.length <= charsStart + charsEnd + 1) return address
  return `${address.slice(0, charsStart)}…${address.slice(address.length - charsEnd)}`
}

/** The decimals of a price, and of what is worth a price: of a US dollar. */
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
 * Returns the worth of an amount of a token, in US dollars, rounded down.
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
 * Returns a holding's worth: its price exactly, or what the server says where that is less, since anyone may make a token, a pool for it, and any
 * amount of it.
 *
 * @returns undefined where no price is known
 * @example usdWorth({ amount: { value: 2n, decimals: 0 }, price: 3000, most: 5000 }) // 5000 dollars, with 18 decimals
 */
export function usdWorth({
  amount,
  price,
  most,
}: {
  readonly amount: Amount
  readonly price: number | undefined
  readonly most: number | undefined
}): Amount | undefined {
  // The wire can't leave a price out: 0 is one that isn't known.
  const exact = price ? usdValue({ amount, price }) : undefined
  if (exact === undefined) return undefined
  const bound = usdPrice(most)
  if (bound !== undefined && bound < exact.value) return { value: bound, decimals: usdDecimals }
  // Dust is worth less than can be counted, which isn't nothing.
  return exact.value === 0n && amount.value > 0n ? { value: 1n, decimals: usdDecimals } : exact
}

const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const

/**
 * Shows dollars with two decimals [S9.44], their sign where the language has it; something, but less than a cent as `<$0.01`.
 *
 * @example displayUsd({ amount: { value: 12345n, decimals: 1 }, locale: 'en' }) // '$1,234.50'
 */
export function displayUsd({ amount, locale }: Omit<DisplayAmountParameters, 'symbol'>): string {
  const { before, after } = around({ locale, unit: dollars })
  const { sign, figure } = balanceOf({ balance: amount, locale })
  return `${sign}${before}${figure}${after}`
}

/**
 * Shows what one token is worth, in dollars: two decimals, and of less than ten cents three digits that aren't leading zeros.
 *
 * @example displayPrice({ price: { value: 12345n, decimals: 9 }, locale: 'en' }) // '$0.0000123'
 */
export function displayPrice({ price, locale }: { readonly price: Amount; readonly locale: string }): string {
  const { before, after } = around({ locale, unit: dollars })
  const digits = digitsOf(price)
  const fraction = cut({ ...digits, decimals: 2 })
  if (digits.whole !== '0' || fraction === undefined) return displayUsd({ amount: price, locale })
  return `${before}${written({ whole: '0', fraction, locale })}${after}`
}
