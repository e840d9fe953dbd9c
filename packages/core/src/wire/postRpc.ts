import * as v from 'valibot'
import { type LoneRpc, loneRpc } from './loneRpc.js'

interface PostRpc extends LoneRpc {
  readonly url: string
  readonly signal: AbortSignal
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Asks a node once. @throws what `fetch` rejects with */
export const postRpc = ({ url, signal, fetch = globalThis.fetch, ...asked }: PostRpc): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(loneRpc(asked)),
    signal,
  })

/** A refusal or a result, and neither where it is no answer of JSON-RPC. */
export interface LoneAnswer {
  readonly error?: { readonly code: number; readonly message: string } | null | undefined
  readonly result?: unknown
}

const LoneAnswer: v.GenericSchema<LoneAnswer> = v.object({
  error: v.nullish(v.object({ code: v.number(), message: v.string() })),
})

/** Returns a node's answer to a request that went alone. */
export const rpcOutcome = (answer: unknown): LoneAnswer => (v.is(LoneAnswer, answer) ? answer : {})
