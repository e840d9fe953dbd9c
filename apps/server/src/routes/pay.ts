import { paths } from '@foyer/core/wire'
import { Hono } from 'hono'
import * as v from 'valibot'
import { RateLimitedError } from '../errors/refusals.js'
import { answerRpc } from '../pay/answerRpc.js'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import { readJson, takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

const limitBytes = 64 * 1024

/** Payments from exchanges, by JSON-RPC: whatever a request comes to, its HTTP status is 200. */
export function pay(services: Services): Hono<Env> {
  const { log, payments, rateLimit } = services
  const authorized = authorize({ services, origins: 'own', feature: 'pay' })
  return new Hono<Env>().post(paths.pay, authorized, takeJson({ limitBytes }), async (c) => {
    const { client, project, requestId } = c.var
    const body = readJson(await c.req.text())
    const more = Array.isArray(body) ? body.length - 1 : 0
    const wait = more < 1 ? null : await rateLimit.take({ client, projectId: project.id, cost: more })
    if (wait !== null) throw new RateLimitedError({ retryAfterSeconds: wait })
    const answer = await answerRpc({
      payments,
      projectId: project.id,
      body,
      onFailure: (error) => log.error({ requestId, error }, 'a payment call failed'),
      signal: c.req.raw.signal,
    })
    return answer === null ? c.body(null, 204) : c.json(answer)
  })
}

const RpcRequest = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  method: v.string(),
  params: v.optional(v.record(v.string(), v.unknown())),
})

const RpcReply = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.nullable(v.union([v.string(), v.number()])),
  result: v.optional(v.record(v.string(), v.unknown())),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
})

export const payOperations: readonly Operation[] = [
  {
    id: 'callPay',
    method: 'post',
    path: paths.pay,
    group: 'Pay',
    summary:
      'JSON-RPC 2.0, one request or a batch: reown_getExchanges, reown_getExchangePayUrl, reown_getExchangeBuyStatus.',
    access: 'project',
    feature: 'pay',
    body: v.union([RpcRequest, v.array(RpcRequest)]),
    reply: { schema: v.union([RpcReply, v.array(RpcReply)]) },
  },
]
