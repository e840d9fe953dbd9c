import { payCall } from '@foyer/core/wire'
import { priceOf } from '@foyer/service/budget/callerBudget'
import { readJson } from '@foyer/service/route/body'
import { isPage } from '@foyer/service/route/callers'
import { send } from '@foyer/service/route/send'
import * as v from 'valibot'
import { answerRpc, callsOfBatch, type RpcAnswer, refuseCostly } from '../pay/answerRpc.js'
import { QuotaExceededError } from '../projects/refusals.js'
import { payMore } from './admission.js'
import { pageAskerOf } from './pageAsker.js'
import { type Call, route } from './route.js'

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
      const calls = callsOfBatch(body)
      // What a budget can't hold would be paid with what it holds.
      const isCostly = priceOf({ cost: calls * cost, isPage: isPage(c) }) > services.callers.burst
      if (Array.isArray(body) && isCostly) return sendAnswer(c, refuseCostly(body))
      await payForMore({ c, services, project, more: calls - 1 })
      const { requestId } = c.env.visit
      const onFailure = (error: unknown) => log.error({ requestId, error }, 'a payment call failed')
      const answer = await answerRpc({ payments, projectId: project.id, asker, body, onFailure, signal })
      return sendAnswer(c, answer)
    },
  ),
]

const sendAnswer = (c: Call['c'], answer: RpcAnswer | RpcAnswer[] | null): Response =>
  answer === null ? send({ c, status: 204 }) : send({ c, body: JSON.stringify(answer), type: 'application/json' })

/** Each call of a batch costs what it does alone, and counts in the quota; one was paid at the door. */
async function payForMore({
  c,
  services,
  project,
  more,
}: Pick<Call, 'c' | 'services' | 'project'> & { readonly more: number }): Promise<void> {
  if (more < 1) return
  await payMore({ c, services, cost: more * cost })
  const retryAfterSeconds = await services.usage.take({ project, cost: more })
  if (retryAfterSeconds !== null) throw new QuotaExceededError({ retryAfterSeconds })
}
