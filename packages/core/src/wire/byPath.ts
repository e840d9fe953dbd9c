import type { JsonRpcId } from './jsonRpc.js'
import type { NodeCall, NodePaths } from './nodePaths.js'

/** A request of JSON-RPC as a node with paths is asked, and how its answer becomes one of JSON-RPC again. */
export interface AskByPath {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
  /** @returns undefined for what is no answer of the node's own, such as a proxy's page */
  answer(said: Parameters<NodePaths['outcomeOf']>[0]): object | undefined
}

interface WriteByPath {
  readonly paths: NodePaths
  /** The node's own address. */
  readonly url: string
  /** One request of JSON-RPC. */
  readonly body: string
}

/** JSON-RPC's number for parameters that aren't the method's own. */
const invalidParams = -32602

/**
 * Writes a request for a node that has paths in the place of JSON-RPC. Calls go there one by one.
 * @returns the answer to what the node has no path for, which asks no node
 */
export function writeByPath({ paths, url, body }: WriteByPath): AskByPath | { readonly refused: object } {
  const { id = null, ...call }: NodeCall & { readonly id?: JsonRpcId } = JSON.parse(body)
  const about = { jsonrpc: '2.0', id } as const
  const written = paths.requestOf(call)
  if (!written)
    return { refused: { ...about, error: { code: invalidParams, message: `Invalid params: ${call.method}` } } }
  const { path, body: posted, type = 'application/json' } = written
  return {
    url: url.replace(/(?<!\/)\/+$/, '') + path,
    ...(posted === undefined
      ? { method: 'GET', headers: {}, body: null }
      : { method: 'POST', headers: { 'content-type': type }, body: posted }),
    answer(said) {
      const outcome = paths.outcomeOf(said)
      return outcome && { ...about, ...outcome }
    },
  }
}
