import type { NodePaths } from '../families/family.js'
import type { RpcOutcome } from '../rpc/outcomes.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { type Exchange, exchange, type Passed } from './exchange.js'

/** What such nodes are asked is answered in a few hundred bytes. */
const mostBytes = 256 * 1024

/** For parameters that fit no method, as JSON-RPC has it. */
const unfit: RpcOutcome = { error: { code: -32602, message: 'The method takes no such parameters.' } }

/**
 * Asks a node that answers by paths once, and gives its answer as JSON-RPC has it: who asks sees no difference.
 * @param asked.body - one request of JSON-RPC, as the server writes it
 * @throws UpstreamError
 */
export async function exchangeByPath({ paths, ...asked }: Exchange & { readonly paths: NodePaths }): Promise<Passed> {
  const { id, method, params } = JSON.parse(asked.body)
  const written = (outcome: RpcOutcome): Passed => ({ whole: { jsonrpc: '2.0', id, ...outcome } })
  const request = paths.requestOf({ method, params })
  if (!request) return written(unfit)
  const { path, body } = request
  const url = asked.config.url.replace(/\/+$/, '') + path
  const answer = await exchange({
    ...asked,
    ...{ config: { ...asked.config, url }, verb: body === undefined ? 'GET' : 'POST', body: body ?? '' },
    mostWhole: mostBytes,
  })
  const outcome = 'whole' in answer ? paths.outcomeOf(answer.whole) : undefined
  if ('cancel' in answer) answer.cancel()
  if (outcome) return written(outcome)
  throw new UpstreamError({ code: 'not_json_rpc', host: asked.host, delivered: true })
}
