import * as v from 'valibot'
import type { Output } from './call.js'

/** A request that goes alone. */
export interface LoneRpc {
  readonly method: string
  readonly params: readonly unknown[] | Readonly<Record<string, unknown>>
}

/** As JSON-RPC 2.0 writes a request that goes alone, and once. */
export const loneRpc = ({ method, params }: LoneRpc) => ({ jsonrpc: '2.0', id: 1, method, params }) as const

interface PostRpc extends LoneRpc {
  readonly url: string
  readonly signal?: AbortSignal | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Asks a node once. @throws what `fetch` rejects with */
export const postRpc = ({ url, signal = null, fetch = globalThis.fetch, ...asked }: PostRpc): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(loneRpc(asked)),
    credentials: 'omit',
    signal,
  })

const LoneAnswer = v.union([
  v.object({ error: v.object({ code: v.number(), message: v.pipe(v.string(), v.maxLength(10_000)) }) }),
  v.object({ result: v.unknown() }),
])

/** What a node answered to a request that went alone: its result or its refusal; undefined for what is no answer. */
export function rpcOutcome(answer: unknown): Output<typeof LoneAnswer> | undefined {
  const { success, output } = v.safeParse(LoneAnswer, answer)
  return success ? output : undefined
}
