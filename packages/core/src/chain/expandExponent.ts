import { InvalidAmountError } from './InvalidAmountError.js'

/** How far an exponent may move the point: more than any coin has digits, and few enough to write. */
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
  const after = digits.slice(point).replace(/0+$/, '')
  return `${sign}${before}${after && `.${after}`}`
}
