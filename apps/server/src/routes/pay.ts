import { paths } from '@foyer/core/wire'
import * as v from 'valibot'
import { answerRpc } from '../pay/answerRpc.js'
import { addressOf, isPage } from './admission.js'
import { readJson } from './body.js'
import { route } from './route.js'

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

/** Payments from exchanges, by JSON-RPC: whatever a request comes to, its HTTP status is 200. */
export const pay = [
  route(
    {
      id: 'callPay',
      cost: 5,
      method: 'post',
      path: paths.pay,
      group: 'Pay',
      summary:
        'JSON-RPC 2.0, one request or a batch: reown_getExchanges, reown_getExchangePayUrl, reown_getExchangeBuyStatus.',
      access: 'project',
      feature: 'pay',
      takes: {},
      reads: { body: v.union([RpcRequest, v.array(RpcRequest)]) },
      reply: { schema: v.union([RpcReply, v.array(RpcReply)]) },
    },
    async ({ c, services, project, client, signal }) => {
      const { callers, log, payments } = services
      const address = addressOf(c, services)
      const body = readJson(c.var.body)
      const more = Array.isArray(body) ? body.length - 1 : 0
      if (more > 0) await callers.pay({ client, cost: more, isPage: isPage(c) })
      const { requestId } = c.var
      const onFailure = (error: unknown) => log.error({ requestId, error }, 'a payment call failed')
      const answer = await answerRpc({ payments, projectId: project.id, address, body, onFailure, signal })
      return answer === null ? c.body(null, 204) : c.json(answer)
    },
  ),
]
