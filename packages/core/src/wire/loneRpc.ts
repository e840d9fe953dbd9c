import * as v from 'valibot'

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
    signal,
  })

/** Reads a body as text, and no further than an answer has letters. @returns nothing of a longer one. @throws what the body breaks off with */
export async function boundedText({
  answer,
  most,
}: {
  readonly answer: Response
  readonly most: number
}): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const reader = answer.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
    if (text.length <= most) continue
    await reader.cancel()
    return ''
  }
  return text
}

/** A refusal or a result, and neither where it is no answer of JSON-RPC. */
export interface LoneAnswer {
  readonly error?: { readonly code: number; readonly message: string } | null | undefined
  readonly result?: unknown
}

const LoneAnswer: v.GenericSchema<LoneAnswer> = v.object({
  error: v.nullish(v.object({ code: v.number(), message: v.string() })),
})

/** What a node answered to a request that went alone. */
export const rpcOutcome = (answer: unknown): LoneAnswer => (v.is(LoneAnswer, answer) ? answer : {})
