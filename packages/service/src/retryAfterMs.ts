interface RetryAfter {
  header: string | null
  now: number
  /** a minute if left out, in milliseconds */
  mostMs?: number
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 * @returns milliseconds from now, `mostMs` at most; undefined when there is none or it can't be read
 * @see RFC 9110 §10.2.3
 */
export function retryAfterMs({ header, now, mostMs = 60_000 }: RetryAfter): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return within(Number(header) * 1000, mostMs)
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(header.trim())) return undefined
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : within(at - now, mostMs)
}

const within = (ms: number, mostMs: number) => Math.min(Math.max(ms, 0), mostMs)
