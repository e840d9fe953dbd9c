import * as v from 'valibot'
import { RelayRequestError } from './errors.js'

/** A client's frame. */
export type Frame =
  | { readonly kind: 'request'; readonly id: FrameId; readonly method: string; readonly params: unknown }
  /** a response to a push; `id` is the push's, in digits */
  | { readonly kind: 'answer'; readonly id: string; readonly isResult: boolean }
  /** a request with an invalid envelope, and the error that answers it */
  | { readonly kind: 'refused'; readonly id: FrameId; readonly error: RelayRequestError }
  /** no JSON-RPC at all */
  | { readonly kind: 'garbage' }

/** A JSON-RPC id as it is written in the frame: digits, or digits in quotes. Some clients use integers beyond 2⁵³. */
export type FrameId = string

/** Answers a request without a usable id. */
const noId: FrameId = '0'
const leastId = 1_000_000_000n
const mostId = 2n ** 64n - 1n

const Outline = v.object({
  id: v.optional(v.union([v.string(), v.number()])),
  jsonrpc: v.optional(v.unknown()),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

/** Parses a frame; nothing that a client can send makes it throw. */
export function readFrame(text: string): Frame {
  const outline = v.safeParse(Outline, parseJson(text))
  if (!outline.success) return { kind: 'garbage' }
  const { id: given, jsonrpc, method, params } = outline.output
  const digits = given === undefined ? '' : digitsOf(given, text)
  if (method === undefined) {
    const isAnswer = 'result' in outline.output || 'error' in outline.output
    return isAnswer ? { kind: 'answer', id: digits, isResult: outline.output.error === undefined } : { kind: 'garbage' }
  }
  const id = digits === '' ? noId : typeof given === 'string' ? JSON.stringify(given) : digits
  if (jsonrpc !== '2.0') {
    const error = new RelayRequestError({ fault: 'InvalidJsonRpcVersion', message: 'Invalid JSON-RPC version' })
    return { kind: 'refused', id, error }
  }
  if (digits === '' || BigInt(digits) < leastId || BigInt(digits) > mostId) {
    const error = new RelayRequestError({ fault: 'InvalidRequestId', message: 'Invalid request ID' })
    return { kind: 'refused', id, error }
  }
  return { kind: 'request', id, method, params }
}

/** @returns the id's digits, without the `n` that some clients append to large ones; '' where it is no id */
function digitsOf(id: string | number, text: string): string {
  if (typeof id === 'string') return /^(\d{1,20})n?$/.exec(id)?.[1] ?? ''
  if (Number.isSafeInteger(id)) return id < 0 ? '' : String(id)
  // Beyond 2⁵³ the exact digits are in the text only.
  const written = [...text.matchAll(/"id"\s*:\s*(\d{16,20})(?!\d)/g)].map(([, digits = '']) => digits)
  return written.find((digits) => Number(digits) === id) ?? ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // handled as garbage
  }
}

/** The result of a request. */
export const resultFrame = ({ id, result }: { id: FrameId; result: unknown }): string =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`

/** A request's error. */
export const errorFrame = ({ id, error }: { id: FrameId; error: RelayRequestError }): string =>
  `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(error.answer)}}`

/** A message to a subscriber. Its id stays below 2⁵³, so that every client reads it exactly. */
export const pushFrame = ({ id, subscriptionId, data }: { id: number; subscriptionId: string; data: object }): string =>
  JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: subscriptionId, data } })
