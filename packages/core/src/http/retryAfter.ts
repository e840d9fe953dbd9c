/**
 * Reads a Retry-After header: seconds, or an HTTP date.
 * @returns milliseconds from `now`, never negative; `undefined` for no header or one that can't be read
 * @see RFC 9110 §10.2.3, S8.41
 */
export function retryAfterMs({ header, now }: { header: string | null; now: number }): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Date.parse reads far more than HTTP dates ("-5" is a year to it), so the shape is checked first.
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
