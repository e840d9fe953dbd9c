import { JsonRpcBatch, JsonRpcRequest, JsonRpcResponse, limits, paths } from '@foyer/core/wire'
import { Hono } from 'hono'
import * as v from 'valibot'
import { countRequests, passOn } from '../chains/rpcProxy.js'
import { RateLimitedError } from '../errors/refusals.js'
import { QuotaExceededError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import { readJson, takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parseWith } from './parse.js'

/** A thousand requests of an ordinary size; a signed transaction has 128 kB at most on most networks. */
const limitBytes = 1024 * 1024

const Query = v.object({ chainId: v.pipe(v.string(), v.maxLength(limits.caip2)) })

export const rpcOperations: readonly Operation[] = [
  {
    id: 'callNetwork',
    method: 'post',
    path: paths.rpc,
    group: 'Networks',
    summary:
      "Passes JSON-RPC on to a network's node, one request or a batch; methods that read, and sending what is signed.",
    access: 'project',
    query: Query,
    body: v.union([JsonRpcRequest, JsonRpcBatch]),
    reply: { schema: v.union([JsonRpcResponse, v.array(JsonRpcResponse)]) },
  },
]

/** JSON-RPC to the networks. @see S7.33, S7.35 */
export function rpc(services: Services): Hono<Env> {
  const { chains, log, rateLimit, usage } = services
  return new Hono<Env>().on(
    'POST',
    ['/v1', '/v1/'],
    authorize({ services, origins: 'own' }),
    takeJson({ limitBytes }),
    async (c) => {
      const chain = chains.get(parseWith({ schema: Query, value: c.req.query(), whole: 'query' }).chainId)
      c.set('chainId', chain.id)
      const body = readJson(await c.req.text())
      const more = countRequests(body) - 1
      const { client, project } = c.var
      const wait = more < 1 ? null : await rateLimit.take({ client, projectId: project.id, cost: more })
      if (wait !== null) throw new RateLimitedError({ retryAfterSeconds: wait })
      const renewal = more < 1 ? null : await usage.take({ project, cost: more })
      if (renewal !== null) throw new QuotaExceededError({ retryAfterSeconds: renewal })
      const answer = await passOn({ chain, body, signal: c.req.raw.signal })
      if (answer.cause)
        log.warn({ requestId: c.var.requestId, chainId: chain.id, error: answer.cause }, 'no node answered')
      if (answer.retryAfterSeconds !== undefined) c.header('Retry-After', String(answer.retryAfterSeconds))
      return c.newResponse(JSON.stringify(answer.body), answer.status, { 'Content-Type': 'application/json' })
    },
  )
}
