import { JsonRpcBatch, JsonRpcRequest, JsonRpcResponse, limits, paths } from '@foyer/core/wire'
import * as v from 'valibot'
import { countRequests, passOn } from '../chains/rpcProxy.js'
import { RateLimitedError } from '../errors/refusals.js'
import { QuotaExceededError } from '../projects/refusals.js'
import { readJson } from './body.js'
import { route } from './route.js'

/** JSON-RPC to the networks. @see S7.33, S7.35 */
export const rpc = [
  route(
    {
      id: 'callNetwork',
      method: 'post',
      path: paths.rpc,
      alsoAt: '/v1',
      group: 'Networks',
      summary:
        "Passes JSON-RPC on to a network's node, one request or a batch; methods that read, and sending what is signed.",
      access: 'project',
      takes: { query: v.object({ chainId: v.pipe(v.string(), v.maxLength(limits.caip2)) }) },
      reads: { body: v.union([JsonRpcRequest, JsonRpcBatch]) },
      // A thousand requests of an ordinary size; a signed transaction has 128 kB at most on most networks.
      limitBytes: 1024 * 1024,
      reply: { schema: v.union([JsonRpcResponse, v.array(JsonRpcResponse)]) },
    },
    async ({ c, services: { chains, log, rateLimit, usage }, query, project, client, signal }) => {
      const chain = chains.get(query.chainId)
      c.set('chainId', chain.id)
      const body = readJson(await c.req.text())
      const more = countRequests(body) - 1
      const wait = more < 1 ? null : await rateLimit.take({ client, projectId: project.id, cost: more })
      if (wait !== null) throw new RateLimitedError({ retryAfterSeconds: wait })
      const renewal = more < 1 ? null : await usage.take({ project, cost: more })
      if (renewal !== null) throw new QuotaExceededError({ retryAfterSeconds: renewal })
      const answer = await passOn({ chain, body, signal })
      const { requestId } = c.var
      if (answer.cause) log.warn({ requestId, chainId: chain.id, error: answer.cause }, 'no node answered')
      if (answer.retryAfterSeconds !== undefined) c.header('Retry-After', String(answer.retryAfterSeconds))
      return c.newResponse(JSON.stringify(answer.body), answer.status, { 'Content-Type': 'application/json' })
    },
  ),
]
