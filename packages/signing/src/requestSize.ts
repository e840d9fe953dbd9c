import { UnreadableRequestError } from './unreadable.js'

/** The largest request, in bytes: no network takes a larger transaction, and a longer message isn't read. */
export const mostBytes = 131_072

/** A request holds more than is read. */
export class RequestTooLargeError extends UnreadableRequestError {
  override readonly name = 'RequestTooLargeError'
  constructor() {
    super('The request is larger than 128 kB.')
  }
}

/** @throws RequestTooLargeError for parameters of more than 128 kB, in whatever form */
export function assertSize(params: unknown): void {
  if (!fits(params)) throw new RequestTooLargeError()
}

/**
 * Whether parameters hold no more than is read, as JSON would write them: of data in hexadecimals the bytes that it is. Counting ends at the limit. A bigint, bytes and
 * a boxed text, which a page's message may bring, are refused unread: to write a few megabytes of them out takes minutes.
 */
export function fits(params: unknown): boolean {
  const waiting: unknown[] = [params]
  let left = mostBytes
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') left -= bytesOf(value, left)
    else if (Array.isArray(value)) {
      left -= 1 + value.length
      // What stands in a list is counted before it is looked at.
      if (left >= 0) for (const each of value) waiting.push(each)
    } else if (typeof value === 'object' && value !== null) {
      if (unwritten.test(Object.prototype.toString.call(value))) return false
      left -= 1
      for (const name in value) {
        left -= 2 + bytesOf(name, left)
        if (left < 0) return false
        waiting.push(Reflect.get(value, name))
      }
    } else if (typeof value === 'bigint') return false
    else left -= String(value).length
    if (left < 0) return false
  }
  return true
}

/** Objects by their tags that JSON has no form for, or that name each byte or letter. */
const unwritten = /Array|View|String|BigInt/

const hex = /^0x[0-9a-f]*$/i

/** The bytes of a text; of one that is longer than what is left, only that it is too long. */
function bytesOf(text: string, left: number): number {
  if (text.length > 2 * left + 4) return text.length
  if (hex.test(text)) return 2 + Math.ceil((text.length - 2) / 2)
  return text.length > left ? text.length : new TextEncoder().encode(text).length + 2
}
