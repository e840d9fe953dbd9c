import * as v from 'valibot'
import { exactId } from './exactId.js'
import { InvalidPayloadError } from './InvalidPayloadError.js'
import { parseAs } from './parseAs.js'

/** Why a peer says no. Some wallets give neither code nor words: the member's being there is the answer. */
export interface PayloadFailure {
  readonly code: number
  readonly message: string
  /** Whatever else a wallet has to say of it, as what a revert returned, or the error that its own wraps. */
  readonly data?: unknown
}

/**
 * A JSON-RPC message between peers, or between a client and a relay. Its `id` is the decimal text of the number: some peers' have 19 digits, which
 * JavaScript's numbers don't hold.
 */
export type Payload =
  | { readonly type: 'request'; readonly id: string; readonly method: string; readonly params: unknown }
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'failure'; readonly id: string; readonly error: PayloadFailure }

const Id = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(0)),
  // As some clients write ids that they can't hold as numbers.
  v.pipe(v.string(), v.regex(/^[0-9]{1,20}n?$/)),
])

const Message = v.object({
  id: Id,
  jsonrpc: v.literal('2.0'),
  method: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

const Failure = v.object({
  code: v.fallback(v.pipe(v.number(), v.safeInteger()), 0),
  message: v.fallback(v.pipe(v.string(), v.maxLength(1_024)), ''),
  data: v.optional(v.unknown()),
})

/**
 * Reads a message. One that has an `error` of any shape is a failure.
 *
 * @throws {@link InvalidPayloadError}
 */
export function parsePayload(text: string): Payload {
  const message = parseAs({ schema: Message, value: fromJson(text) })
  const id = exactId({ id: message.id, text })
  if (id === undefined) throw new InvalidPayloadError({ field: 'id' })
  if (message.method !== undefined) {
    return { type: 'request', id, method: message.method, params: message.params }
  }
  if ('error' in message) return { type: 'failure', id, error: failureOf(message.error) }
  if ('result' in message) return { type: 'result', id, result: message.result }
  throw new InvalidPayloadError({ field: '' })
}

function failureOf(error: unknown): PayloadFailure {
  if (typeof error === 'string') return { code: -32_000, message: error.slice(0, 1_024) }
  const { success, output } = v.safeParse(Failure, error)
  return success ? output : { code: 0, message: '' }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // The engine's own words repeat the text, which only the two peers may know.
    throw new InvalidPayloadError({ field: '', cause: cause instanceof Error ? cause.name : undefined })
  }
}
