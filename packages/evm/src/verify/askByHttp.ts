import { boundedText } from '@foyer/core/boundedText'
import { InvalidResponseError, JsonRpcError, ServerUnreachableError } from '@foyer/core/errors'
import { postRpc, rpcOutcome } from '@foyer/core/postRpc'
import * as v from 'valibot'
import type { AskChain } from './contractSignature.js'

/** A node's answers to what is asked here have a few hundred bytes; what is longer is none. */
const longestAnswer = 65_536
const patienceMs = 10_000

/**
 * Asks chains at addresses of JSON-RPC: once, for ten seconds at most, and reads no more than an answer has.
 *
 * @throws ServerUnreachableError · InvalidResponseError · JsonRpcError · the signal's reason
 */
export function askByHttp(urlOf: (networkId: string) => string): AskChain {
  return async ({ networkId, method, params, signal }) => {
    const ended = new AbortController()
    const stop = () => ended.abort(signal?.reason)
    const timer = setTimeout(() => ended.abort(new Error('The node took too long.')), patienceMs)
    signal?.addEventListener('abort', stop)
    try {
      signal?.throwIfAborted()
      return readAnswer({ text: await post({ url: urlOf(networkId), method, params, signal: ended.signal }), method })
    } catch (cause) {
      signal?.throwIfAborted()
      throw cause
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }
}

async function post({
  url,
  method,
  params,
  signal,
}: {
  readonly url: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal: AbortSignal
}): Promise<string> {
  try {
    const answer = await postRpc({ url, method, params, signal })
    // What is longer than any answer is none.
    return (await boundedText({ answer, mostBytes: longestAnswer })) ?? ''
  } catch (cause) {
    throw new ServerUnreachableError({ origin: new URL(url).origin, context: { method }, cause })
  }
}

function readAnswer({ text, method }: { readonly text: string; readonly method: string }): string {
  const { error, result } = rpcOutcome(v.safeParse(v.pipe(v.string(), v.parseJson()), text).output)
  if (error) throw new JsonRpcError({ rpcCode: error.code, text: error.message, context: { method } })
  if (typeof result === 'string') return result
  throw new InvalidResponseError({ expected: 'a JSON-RPC answer', context: { method } })
}
