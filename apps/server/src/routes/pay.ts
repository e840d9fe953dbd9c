import { payCall } from '@foyer/core/wire'
import * as v from 'valibot'
import { answerRpc, largestBatch } from '../pay/answerRpc.js'
import { QuotaExceededError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import { isPage } from './admission.js'
import { readJson } from './body.js'
import { pageAskerOf } from './pageAsker.js'
import { type Call, route } from './route.js'
import { send } from './send.js'

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

/** Of one call, in units. */
const cost = 5

/** Payments from exchanges, by JSON-RPC: whatever a request comes to, its HTTP status is 200. */
export const pay = [
  route(
    {
      ...payCall,
      cost,
      group: 'Pay',
      summary:
        'JSON-RPC 2.0, one request or a batch: reown_getExchanges, reown_getExchangePayUrl, reown_getExchangeBuyStatus.',
      access: 'project',
      feature: 'pay',
      body: v.union([RpcRequest, v.array(RpcRequest)]),
      readsBody: true,
      reply: v.union([RpcReply, v.array(RpcReply)]),
    },
    async ({ c, services, project, client, signal }) => {
      const { log, payments } = services
      const asker = pageAskerOf({ c, services, client, project })
      const body = readJson(c.env.visit.body)
      await payForMore({ c, services, project, client, body })
      const { requestId } = c.env.visit
      const onFailure = (error: unknown) => log.error({ requestId, error }, 'a payment call failed')
      const answer = await answerRpc({ payments, projectId: project.id, asker, body, onFailure, signal })
      return answer === null
        ? send({ c, status: 204 })
        : send({ c, body: JSON.stringify(answer), type: 'application/json' })
    },
  ),
]

type PayForMore = Pick<Call, 'c' | 'project' | 'client'> & {
  readonly services: Pick<Services, 'callers' | 'usage'>
  readonly body: unknown
}

/** Each call of a batch costs what it does alone, and counts in the quota; one was paid at the door. */
async function payForMore({ c, services: { callers, usage }, project, client, body }: PayForMore): Promise<void> {
  const more = Array.isArray(body) && body.length <= largestBatch ? body.length - 1 : 0
  if (more < 1) return
  const paid = { cost: more * cost, isPage: isPage(c) }
  await callers.pay({ client, ...paid })
  await callers.payFor({ projectId: project.id, ...paid })
  const retryAfterSeconds = await usage.take({ project, cost: more })
  if (retryAfterSeconds !== null) throw new QuotaExceededError({ retryAfterSeconds })
}
