/** How many ids there are in a millisecond. */
const perMillisecond = 1_000

/**
 * Makes ids as the protocol has them: 16 digits, the milliseconds since 1970 and three random ones. None comes twice, and each is
 * larger than those before, also when the clock goes back or there are more than 1,000 in a millisecond.
 *
 * @param sources.random - from 0 to below 1, as `Math.random`
 * @example
 * const nextId = createPayloadIds({ now: Date.now, random: Math.random })
 * nextId() // '1700000000000123'
 */
export function createPayloadIds({
  now,
  random,
}: {
  readonly now: () => number
  readonly random: () => number
}): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(now()) * perMillisecond + Math.floor(random() * perMillisecond))
    return String(last)
  }
}

/**
 * Whether a message was sent before another: the guard against an old update after a new one. The last three digits count for nothing, as they
 * are random.
 */
export function isEarlier({ id, than }: { readonly id: string; readonly than: string }): boolean {
  return millisecondsOf(id) < millisecondsOf(than)
}

/** Some peers count in units of a nanosecond: 19 digits, of which 13 are the milliseconds as they are of 16. */
const millisecondsOf = (id: string): number => Number(id.slice(0, 13).padStart(13, '0'))

/** The digits of an id, as the text has them where the number was too large to be exact. */
export function exactId({ id, text }: { readonly id: number | string; readonly text: string }): string | undefined {
  if (typeof id === 'string') return canonical(id.replace(/n$/, ''))
  if (Number.isSafeInteger(id)) return String(id)
  // The one that JSON.parse took is at the top of the message, and the last there.
  const digits = topLevelIds(text).at(-1)
  return digits !== undefined && Number(digits) === id ? canonical(digits) : undefined
}

/** Without leading zeros, and no larger than 64 bits. */
function canonical(digits: string): string | undefined {
  const value = BigInt(digits)
  return value < 1n << 64n ? String(value) : undefined
}

/** The numbers that stand behind `"id":` outside of every inner object, list and text. */
function topLevelIds(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let key = ''
  for (const [token, name, digits] of text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"|(\d{16,20})(?=\s*[,}])|[{}[\]:,]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (name !== undefined && depth === 1) key = name
    else if (digits !== undefined && depth === 1 && key === 'id') found.push(digits)
    else if (token === ',' && depth === 1) key = ''
  }
  return found
}
