import { PayExchangesParams, PayStatusParams, PayUrlParams, payMethods } from '@foyer/core/wire'
import { findUnstorable } from '@foyer/service/db/unstorable'
import { ApiError } from '@foyer/service/errors/ApiError'
import * as v from 'valibot'
import type { PageAsker } from '../onramp/keyedPages.js'
import { invalidParams, PayError } from './PayError.js'
import type { Payments } from './payments.js'

/** The most requests that one body may hold. */
const largestBatch = 20

type Id = string | number | null

/** An answer of JSON-RPC 2.0. */
export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: Id } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
)

export interface AnswerRpcParameters {
  payments: Payments
  projectId: string
  asker: PageAsker
  /** undefined for what isn't JSON */
  body: unknown
  /** called for a failure that isn't the client's */
  onFailure: (error: unknown) => void
  signal: AbortSignal
}

/**
 * Answers one request or a batch as JSON-RPC 2.0 says: a notification has no answer, an empty batch is one invalid request.
 * @returns null where nothing is answered
 * @see S8.38; https://www.jsonrpc.org/specification
 */
export async function answerRpc({ body, ...request }: AnswerRpcParameters): Promise<RpcAnswer | RpcAnswer[] | null> {
  if (body === undefined) return failure({ id: null, code: -32700, message: 'Parse error' })
  if (!Array.isArray(body)) return answerOne({ ...request, body })
  if (body.length === 0 || body.length > largestBatch) return failure({ id: null, ...invalidRequest })
  const answers = await Promise.all(body.map((each: unknown) => answerOne({ ...request, body: each })))
  const sent = answers.filter((answer) => answer !== null)
  return sent.length === 0 ? null : sent
}

/** @returns how many calls a body holds that are answered one by one; none where it is no batch, or is refused as a whole */
export const callsOfBatch = (body: unknown): number =>
  Array.isArray(body) && body.length <= largestBatch ? body.length : 0

/** Refuses each call of a batch that costs more than anyone may ask at once. @returns null where nothing is answered */
export function refuseCostly(batch: readonly unknown[]): RpcAnswer[] | null {
  const message = 'These requests cost more than is taken at once. Send them in smaller batches.'
  const refused = batch.flatMap((each) => {
    const parsed = v.safeParse(Request, each)
    if (!parsed.success) return [failure({ id: null, ...invalidRequest })]
    const { id } = parsed.output
    return id === undefined ? [] : [failure({ id, code: -32005, message })]
  })
  return refused.length === 0 ? null : refused
}

const Request = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  method: v.string(),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})

const invalidRequest = { code: -32600, message: 'Invalid Request' } as const

async function answerOne({ body, onFailure, ...request }: AnswerRpcParameters): Promise<RpcAnswer | null> {
  const parsed = v.safeParse(Request, body)
  if (!parsed.success) return failure({ id: null, ...invalidRequest })
  const { id, method, params } = parsed.output
  const answer = await call({ ...request, method, params })
    .then((result): RpcAnswer => ({ jsonrpc: '2.0', id: id ?? null, result }))
    .catch((error: unknown) => {
      const known = toPayError(error)
      if (known.code === -32603) onFailure(error)
      return failure({ id: id ?? null, code: known.code, message: known.message })
    })
  return id === undefined ? null : answer
}

interface Call extends Omit<AnswerRpcParameters, 'body' | 'onFailure'> {
  method: string
  params: unknown
}

async function call({ payments, projectId, asker, method, params, signal }: Call): Promise<unknown> {
  switch (method) {
    case payMethods.exchanges:
      return payments.exchanges(read({ schema: PayExchangesParams, params: params ?? {} }))
    case payMethods.url:
      return payments.url({ projectId, asker, params: read({ schema: PayUrlParams, params }), signal })
    case payMethods.status:
      return payments.status({ projectId, params: read({ schema: PayStatusParams, params }), signal })
    default:
      throw new PayError({ code: -32601, message: 'Method not found' })
  }
}

function read<Params>({ schema, params }: { schema: v.GenericSchema<unknown, Params>; params: unknown }): Params {
  const parsed = v.safeParse(schema, params)
  const unstorable = parsed.success ? findUnstorable(parsed.output) : null
  if (unstorable !== null) throw invalidParams(`Invalid params: ${unstorable[0] ?? 'params'} isn't as expected.`)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  // Only our own names are answered, never the input.
  throw invalidParams(`Invalid params: ${v.getDotPath(issue) ?? 'params'} isn't as expected.`)
}

function toPayError(error: unknown): PayError {
  if (error instanceof PayError) return error
  if (error instanceof ApiError && error.status < 500) return new PayError({ code: -32000, message: error.message })
  if (error instanceof ApiError) return new PayError({ code: -32002, message: error.message })
  return new PayError({ code: -32603, message: 'Internal error' })
}

function failure({ id, code, message }: { id: Id; code: number; message: string }): RpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
