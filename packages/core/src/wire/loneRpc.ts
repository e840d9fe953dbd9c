import * as v from 'valibot'
import type { Output } from './call.js'

/** A request that goes alone. */
export interface LoneRpc {
  readonly method: string
  readonly params: unknown
}

/** As JSON-RPC 2.0 writes a request that goes alone. */
export const loneRpc = (asked: LoneRpc) => ({ jsonrpc: '2.0', id: 1, ...asked }) as const

interface PostRpc extends LoneRpc {
  readonly url: string
  readonly signal: AbortSignal
  readonly fetch?: typeof globalThis.fetch
}

/** Asks a node once. @throws what `fetch` rejects with */
export const postRpc = ({ url, signal, fetch = globalThis.fetch, ...asked }: PostRpc): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(loneRpc(asked)),
    credentials: 'omit',
    signal,
  })

const LoneAnswer = v.object({
  error: v.nullish(v.object({ code: v.number(), message: v.string() })),
  result: v.optional(v.unknown()),
})
export type LoneAnswer = Output<typeof LoneAnswer>

/** What a node answered to a request that went alone: a refusal or a result, and neither where it is no answer of JSON-RPC. */
export function rpcOutcome(answer: unknown): LoneAnswer {
  return v.is(LoneAnswer, answer) ? answer : {}
}
