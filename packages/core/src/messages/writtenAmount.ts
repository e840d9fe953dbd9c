import { displayExact } from '../chain/display.js'
import { withoutZeros } from '../chain/withoutZeros.js'

/** Digits as a description has them, and what they are of. */
const form = /^(\d{1,256})(?:\.(\d{1,256}))?( [^\d.,].*)?$/s

/** The digits after the point that a sentence has room for, and the non-zero digits of a small amount. */
const [decimals, significant] = [6, 2]

export interface WrittenAmount {
  readonly text: string
  /** To its last digit. */
  readonly exact: string
}

/**
 * An amount such as `1204.5 USDC` as a language writes it: grouped, and in `text` as short as a sentence needs, rounded against its reader: what comes never
 * up, what goes never down. What is no amount stays as it is.
 */
export function writtenAmount(amount: string, { locale, way }: { locale: string; way: 'up' | 'down' }): WrittenAmount {
  const match = form.exec(amount)
  if (!match) return { text: amount, exact: amount }
  const [, whole = '', fraction = '', unit = ''] = match
  const write = (number: string) => `${displayExact({ amount: number, locale })}${unit}`
  const exact = write(fraction ? `${whole}.${fraction}` : whole)
  const zeros = fraction.search(/[1-9]/)
  const kept = Math.max(decimals, /^0+$/.test(whole) && zeros >= 0 ? zeros + significant : 0)
  if (fraction.length <= kept) return { text: exact, exact }
  const cut = BigInt(`${whole}${fraction.slice(0, kept)}`)
  const isMore = way === 'up' && /[1-9]/.test(fraction.slice(kept))
  const digits = `${isMore ? cut + 1n : cut}`.padStart(kept + 1, '0')
  const after = withoutZeros(digits.slice(-kept))
  return { text: write(`${digits.slice(0, -kept)}${after && `.${after}`}`), exact }
}
