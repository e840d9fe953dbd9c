import { InvalidResponseError, JsonRpcError } from '@foyer/core/errors'
import { nodeAnswer } from '@foyer/core/nodeAnswer'
import { postRpc, rpcOutcome } from '@foyer/core/postRpc'
import * as v from 'valibot'
import type { AskChain } from './contractSignature.js'

/**
 * Asks chains at addresses of JSON-RPC: once, for ten seconds at most.
 *
 * @throws ServerUnreachableError · InvalidResponseError · JsonRpcError · the signal's reason
 */
export function askByHttp(urlOf: (networkId: string) => string): AskChain {
  return async ({ networkId, method, params, signal: end }) => {
    const [url, context] = [urlOf(networkId), { method }]
    const send = (signal: AbortSignal) => postRpc({ url, method, params, signal })
    const { text } = await nodeAnswer({ url, send, context, signal: end })
    const { error, result } = rpcOutcome(v.safeParse(v.pipe(v.string(), v.parseJson()), text).output)
    if (error) throw new JsonRpcError({ rpcCode: error.code, text: error.message, context })
    if (typeof result === 'string') return result
    throw new InvalidResponseError({ expected: 'a JSON-RPC answer', context })
  }
}
