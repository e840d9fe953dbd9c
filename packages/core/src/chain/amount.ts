import { failure } from '../errors/failure.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import { withoutZeros } from './withoutZeros.js'

/** Why an amount was refused. */
export type AmountFault = 'notation' | 'sign' | 'decimals' | 'precision' | 'length'

const sentences: Readonly<Record<AmountFault, string>> = {
  notation: 'it has to be digits with one point at most, such as 1.5',
  sign: 'it must not be negative',
  decimals: 'decimals have to be a whole number from 0 to 255',
  precision: 'it has more digits after the point than the coin has decimals',
  length: 'it has more than 256 characters',
}

/** A text that isn't an amount of the coin at hand. */
export class InvalidAmountError extends /* @__PURE__ */ failure('invalid_amount', {
  text: ({ fault }: { fault: AmountFault }) => `Invalid amount: ${sentences[fault]}.`,
}) {}

/** An amount of a coin: a whole number of its smallest unit (wei, lamports, satoshi), and how many decimals that unit has. */
export interface Amount {
  readonly value: bigint
  readonly decimals: number
}

function refuseDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) throw new InvalidAmountError({ fault: 'decimals' })
}

export interface ParseAmountParameters {
  /** A decimal number, such as `1.5`: no exponent, no grouping, no spaces. */
  readonly text: string
  readonly decimals: number
  /** Whether a leading minus is taken; false where it isn't said. */
  readonly signed?: boolean | undefined
}

/**
 * Reads a decimal number exactly; nothing is ever rounded.
 *
 * @throws {@link InvalidAmountError} for another notation, an unwanted sign, or more digits than the coin has decimals
 * @example parseAmount({ text: '1.5', decimals: 18 }) // { value: 1500000000000000000n, decimals: 18 }
 */
export function parseAmount({ text, decimals, signed = false }: ParseAmountParameters): Amount {
  refuseDecimals(decimals)
  // Reading digits costs their square: a text of a megabyte would stop the page.
  if (text.length > 256) throw new InvalidAmountError({ fault: 'length' })
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new InvalidAmountError({ fault: 'notation' })
  const [, sign = '', whole = '', fraction = ''] = match
  if (sign && !signed) throw new InvalidAmountError({ fault: 'sign' })
  const digits = withoutZeros(fraction)
  if (digits.length > decimals) throw new InvalidAmountError({ fault: 'precision' })
  const value = BigInt(whole + digits.padEnd(decimals, '0'))
  return { value: sign ? -value : value, decimals }
}

/**
 * Writes an amount exactly, without zeros at its end; the inverse of {@link parseAmount}.
 *
 * @throws {@link InvalidAmountError}
 * @example formatAmount({ value: 1500000000000000000n, decimals: 18 }) // '1.5'
 */
export function formatAmount({ value, decimals }: Amount): string {
  refuseDecimals(decimals)
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = withoutZeros(digits.slice(digits.length - decimals))
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/**
 * Gives an amount with other decimals; digits that don't fit are cut off, towards zero, so that it never says more than there is.
 *
 * @throws {@link InvalidAmountError}
 * @example roundDown({ amount: { value: 1999n, decimals: 3 }, decimals: 1 }) // { value: 19n, decimals: 1 }
 */
export function roundDown({ amount, decimals }: { amount: Amount; decimals: number }): Amount {
  refuseDecimals(amount.decimals)
  refuseDecimals(decimals)
  const shift = decimals - amount.decimals
  const value = shift < 0 ? amount.value / 10n ** BigInt(-shift) : amount.value * 10n ** BigInt(shift)
  return { value, decimals }
}

/** The furthest that an exponent may move the point: more than any coin has digits, and few enough to write. */
const furthest = 100

/**
 * Writes a number as JavaScript and JSON do (`1e-7`, `1.5e+21`) without its exponent, exactly, for `parseAmount`. What has
 * no exponent is left as it is.
 *
 * @throws {@link InvalidAmountError} for what is no such number, or moves its point by more than 100 places
 * @example expandExponent('1.5e-7') // '0.00000015'
 */
export function expandExponent(text: string): string {
  if (text.length > 256) throw new InvalidAmountError({ fault: 'length' })
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/i.exec(text)
  if (!match) throw new InvalidAmountError({ fault: 'notation' })
  const [, sign = '', whole = '', fraction = '', exponent] = match
  if (exponent === undefined) return text
  const places = Number(exponent)
  if (Math.abs(places) > furthest) throw new InvalidAmountError({ fault: 'notation' })
  const digits = `${'0'.repeat(furthest)}${whole}${fraction}${'0'.repeat(furthest)}`
  const point = furthest + whole.length + places
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const after = withoutZeros(digits.slice(point))
  return `${sign}${before}${after && `.${after}`}`
}

// Spaces of any width, and what groups digits in Switzerland.
const grouping = /[\s\u2019']/gu

/**
 * Reads an amount as people type or paste it, in whichever locale: `1 234,5`, `1,234.50` and `1.234,5` are `1234.5`. What stands last of point and
 * comma divides; one that stands several times groups; a single comma divides, as a number field takes it.
 *
 * @returns a text for {@link parseAmount}; undefined for what is no amount, or may be two
 * @example typedAmount('1,234.50') // '1234.50'
 */
export function typedAmount(text: string): string | undefined {
  if (text.length > 256) return undefined
  const written = text.replace(grouping, '')
  const last = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','))
  const sign = written.charAt(last)
  const other = sign === '.' ? ',' : '.'
  const groups = last >= 0 && written.indexOf(sign) !== last
  if (groups && written.includes(other)) return undefined
  const divided = groups ? written.length : last
  const whole = last < 0 ? written : written.slice(0, divided)
  const fraction = last < 0 || groups ? '' : written.slice(last + 1)
  const separator = groups ? sign : other
  const digits = whole.includes(separator) ? ungrouped({ whole, separator }) : whole
  if (digits === undefined || !/^\d*$/.test(digits) || !/^\d*$/.test(fraction) || !(digits || fraction))
    return undefined
  return `${digits || '0'}${fraction && `.${fraction}`}`
}

/**
 * Reads an amount as it was typed, exactly.
 *
 * @returns undefined for what is no amount, may be two, or has more digits than the coin has decimals
 * @example readTypedAmount({ text: '1,5', decimals: 18 }) // { value: 1500000000000000000n, decimals: 18 }
 */
export function readTypedAmount({ text, decimals }: Omit<ParseAmountParameters, 'signed'>): Amount | undefined {
  const written = typedAmount(text)
  if (written === undefined || written.length > 256) return undefined
  const fraction = withoutZeros(written.split('.')[1] ?? '')
  return fraction.length > decimals ? undefined : parseAmount({ text: written, decimals })
}

/** Groups of three digits, else it is no grouping. */
function ungrouped({ whole, separator }: { whole: string; separator: string }): string | undefined {
  const [first = '', ...rest] = whole.split(separator)
  return first.length > 0 && first.length <= 3 && rest.every((group) => group.length === 3)
    ? `${first}${rest.join('')}`
    : undefined
}

/**
 * Pure: can an account hold so much of a network's own coin, in its smallest unit? No network has 2¹²⁸ of them, and those without a coin of their own (Tempo)
 * answer some number beyond. A token's amount is what its contract says.
 */
export const isCoinAmount = (value: bigint): boolean => value >= 0n && value < 2n ** 128n

/** Returns an amount of a network's own coin that a node answered. @throws InvalidResponseError for what nobody can hold */
export function coinAmount(value: bigint): bigint {
  if (isCoinAmount(value)) return value
  throw new InvalidResponseError({ expected: 'an amount of the network’s own coin' })
}
