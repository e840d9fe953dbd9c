import { JsonRpcRequest } from '@foyer/core/wire'
import * as v from 'valibot'
import type { NodePaths } from '../families/family.js'

/** A request of JSON-RPC as a node with paths is asked, and how its answer becomes one of JSON-RPC again. */
export interface AskByPath {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** @returns undefined for what is no answer of the node's own, such as a proxy's page */
  answer(said: { readonly status: number; readonly text: string }): object | undefined
}

/**
 * Writes a request for a node that has paths in the place of JSON-RPC. Calls go there one by one.
 * @param request.url - the node's own address
 * @param request.body - JSON-RPC
 * @returns the answer to params that aren't the method's own, which ask no node
 */
export function writeByPath({
  paths,
  url,
  body,
}: {
  paths: NodePaths
  url: string
  body: string
}): AskByPath | { readonly refused: object } {
  const { id = null, method, params } = v.parse(v.pipe(v.string(), v.parseJson(), JsonRpcRequest), body)
  const written = paths.requestOf({ method, params })
  const sent = written?.body
  const about = { jsonrpc: '2.0', id } as const
  if (written === undefined) return { refused: { ...about, error: { code: -32602, message: 'Invalid params' } } }
  return {
    url: `${url.replace(/\/+$/, '')}${written.path}`,
    method: sent === undefined ? 'GET' : 'POST',
    headers:
      sent === undefined
        ? {}
        : {
            'content-type': written.type ?? (typeof sent === 'string' ? 'application/json' : 'application/x-binary'),
          },
    body: sent ?? null,
    answer({ status, text }) {
      const said = paths.outcomeOf({ status, text })
      return said && { ...about, ...said }
    },
  }
}
