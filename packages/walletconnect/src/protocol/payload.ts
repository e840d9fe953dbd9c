import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { attempt } from './codec.js'
import { InvalidPayloadError } from './errors.js'
import * as peerFailures from './failures.js'
import { word } from './schemas.js'

/**
 * A JSON-RPC message between peers, or between a client and a relay. Its `id` is the decimal text of the number: some peers' have 19 digits, which
 * JavaScript's numbers don't hold.
 */
export type Payload =
  | { readonly type: 'request'; readonly id: string; readonly method: string; readonly params: unknown }
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'failure'; readonly id: string; readonly error: PayloadFailure }

const Message = v.object({
  id: v.union([v.number(), v.string()]),
  jsonrpc: v.literal('2.0'),
  method: v.nullish(word),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

/** The reason of a peer's refusal. Some wallets give neither code nor text: that the member is there is the answer. */
export const Failure = v.fallback(
  v.object({
    code: v.fallback(v.pipe(v.number(), v.safeInteger()), 0),
    message: v.fallback(v.pipe(v.string(), v.maxLength(1_024)), ''),
    /** Whatever else a wallet has to say of it, as what a revert returned, or the error that its own wraps. */
    data: v.optional(v.unknown()),
  }),
  { code: 0, message: '' },
)
export type PayloadFailure = Output<typeof Failure>

/**
 * Reads a message. One that has an `error` of any shape is a failure; beside a result one that is empty is none, as some clients write each member that they
 * know.
 *
 * @throws {@link InvalidPayloadError}
 */
export function parsePayload(text: string): Payload {
  const message = parseAs({ schema: Message, value: attempt<unknown>(() => JSON.parse(text)) })
  const id = exactId({ id: message.id, text })
  if (id === undefined) throw new InvalidPayloadError({ field: 'id' })
  const { method, params, result, error } = message
  if (typeof method === 'string') return { type: 'request', id, method, params }
  const hasResult = 'result' in message
  if (hasResult ? !isEmpty(error) : 'error' in message) return { type: 'failure', id, error: failureOf(error) }
  if (hasResult) return { type: 'result', id, result }
  throw new InvalidPayloadError({ field: '' })
}

const isEmpty = (error: unknown): boolean =>
  error === undefined || ['null', '""', '{}', '[]'].includes(JSON.stringify(error))

const failureOf = (error: unknown): PayloadFailure =>
  typeof error === 'string' ? { code: -32_000, message: error.slice(0, 1_024) } : v.parse(Failure, error)

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

/** An id that may be too large for a number to be exact. */
const longId = /("id"\s*:\s*)(\d{16,20})(?=\s*[,}])/g

/** The digits of an id, as the text has them where the number was too large to be exact; undefined for what is none. */
function exactId({ id, text }: { readonly id: number | string; readonly text: string }): string | undefined {
  if (typeof id === 'number' && !Number.isSafeInteger(id)) {
    // No string of JSON holds a quote as it is, so that what is replaced is a key with its number; which of them counts is found as before.
    const { id: digits }: { readonly id?: unknown } = JSON.parse(text.replace(longId, '$1"$2"'))
    return typeof digits === 'string' ? canonical(digits) : undefined
  }
  // Some clients write ids that they can't hold as numbers in quotes.
  const digits = /^(\d{1,20})n?$/.exec(String(id))?.[1]
  return digits && canonical(digits)
}

/** Without leading zeros, and no larger than 64 bits. */
function canonical(digits: string): string | undefined {
  const value = BigInt(digits)
  return value < 1n << 64n ? String(value) : undefined
}

/** Writes a message; its id as the number that it is. */
export const formatPayload = (payload: Payload): string =>
  `{"id":${payload.id},"jsonrpc":"2.0",${JSON.stringify(bodyOf(payload)).slice(1)}`

function bodyOf(payload: Payload): object {
  if (payload.type === 'request') return { method: payload.method, params: payload.params }
  if (payload.type === 'failure') return { error: payload.error }
  // A result that is nothing must still be there: its absence would be no answer.
  return { result: payload.result ?? null }
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

/** A longer path is made of a peer's own keys. */
const longestPath = 100

/**
 * Reads a value by a schema of the protocol.
 *
 * @param input.at - the path of the value in its message
 * @throws {@link InvalidPayloadError}
 */
export function parseAs<Value>({
  schema,
  value,
  at = '',
}: {
  readonly schema: v.GenericSchema<unknown, Value>
  readonly value: unknown
  readonly at?: string | undefined
}): Value {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return output
  const [issue] = issues
  const path = [at, v.getDotPath(issue) ?? ''].filter((each) => each !== '').join('.')
  throw new InvalidPayloadError({ field: path.slice(0, longestPath) })
}

/** Whether a peer refuses because its user did. */
export const isUserRejection = ({ code }: PayloadFailure): boolean =>
  code === peerFailures.rejectedRequest.code ||
  (code >= peerFailures.rejected.code && code <= peerFailures.rejectedEvents.code)

/** The answer to a request. */
export type Answer = Exclude<Payload, { readonly type: 'request' }>
