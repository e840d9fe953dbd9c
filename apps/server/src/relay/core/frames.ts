import * as v from 'valibot'
import { RelayRequestError } from './RelayRequestError.js'

/** What a client sends in one frame. */
export type Frame =
  | { readonly kind: 'request'; readonly id: FrameId; readonly method: string; readonly params: unknown }
  /** the answer to a push; `id` is the push's, in digits */
  | { readonly kind: 'answer'; readonly id: string; readonly isResult: boolean }
  /** a request that can't be taken for one, and what its sender is told */
  | { readonly kind: 'refused'; readonly id: FrameId; readonly error: RelayRequestError }
  /** not even JSON-RPC */
  | { readonly kind: 'garbage' }

/** A JSON-RPC id as it stands in the frame: digits, or digits in quotes. Some clients' numbers are larger than a number here can be. */
export type FrameId = string

/** The relay's own id, for what belongs to no request. */
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

/** Reads a frame; nothing that a client can send makes it throw. */
export function readFrame(text: string): Frame {
  const outline = v.safeParse(Outline, parseJson(text))
  if (!outline.success) return { kind: 'garbage' }
  const { id: said, jsonrpc, method, params } = outline.output
  const digits = said === undefined ? '' : digitsOf(said, text)
  if (method === undefined) {
    const isAnswer = 'result' in outline.output || 'error' in outline.output
    return isAnswer ? { kind: 'answer', id: digits, isResult: outline.output.error === undefined } : { kind: 'garbage' }
  }
  const id = digits === '' ? noId : typeof said === 'string' ? JSON.stringify(said) : digits
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

/** @returns the id's digits, without the `n` that some clients put after large ones; '' where it is no id */
function digitsOf(said: string | number, text: string): string {
  if (typeof said === 'string') return /^(\d{1,20})n?$/.exec(said)?.[1] ?? ''
  if (Number.isSafeInteger(said)) return said < 0 ? '' : String(said)
  // Larger than what a number holds exactly: the digits themselves are in the text only.
  const written = [...text.matchAll(/"id"\s*:\s*(\d{16,20})(?!\d)/g)].map(([, digits = '']) => digits)
  return written.find((digits) => Number(digits) === said) ?? ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what isn't JSON is garbage like any other
  }
}

/** The answer to a request. */
export const resultFrame = ({ id, result }: { id: FrameId; result: unknown }): string =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`

/** The refusal of a request. */
export const errorFrame = ({ id, error }: { id: FrameId; error: RelayRequestError }): string =>
  `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(error.answer)}}`

/** A message on its way to a subscriber. Its id stays below 2⁵³, so that every client reads it exactly. */
export const pushFrame = ({ id, subscriptionId, data }: { id: number; subscriptionId: string; data: object }): string =>
  JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: subscriptionId, data } })
