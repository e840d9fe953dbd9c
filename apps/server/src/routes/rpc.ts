import { JsonRpcBatch, JsonRpcRequest, JsonRpcResponse, limits } from '@foyer/core/wire'
import { priceOf } from '@foyer/service/budget/callerBudget'
import { figures } from '@foyer/service/budget/figures'
import { readJson } from '@foyer/service/route/body'
import { isPage } from '@foyer/service/route/callers'
import type { Env } from '@foyer/service/route/env'
import { held } from '@foyer/service/route/hold'
import { send } from '@foyer/service/route/send'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { PassedStream } from '../chains/exchange.js'
import { faultOf, type ProxyAnswer, passOn, readRpc, refuseBody, tooCostly } from '../chains/rpcProxy.js'
import { QuotaExceededError } from '../projects/refusals.js'
import { payMore } from './admission.js'
import { route } from './route.js'

/** JSON-RPC to the networks. @see S7.33, S7.35 */
export const rpc = [
  route(
    {
      id: 'callNetwork',
      method: 'post',
      path: '/v1/',
      alsoAt: '/v1',
      group: 'Networks',
      summary:
        "Passes JSON-RPC on to a network's node, one request or a batch; methods that read, and sending what is signed.",
      access: 'project',
      passesOn: true,
      query: v.object({ chainId: v.pipe(v.string(), v.maxLength(limits.caip2)) }),
      body: v.union([JsonRpcRequest, JsonRpcBatch]),
      readsBody: true,
      // A thousand requests of an ordinary size; a signed transaction has 128 kB at most on most networks.
      limitBytes: 1024 * 1024,
      reply: v.union([JsonRpcResponse, v.array(JsonRpcResponse)]),
    },
    async ({ c, services, query, project, client, signal, hold }) => {
      const { answers, callers, chains, log, usage } = services
      const chain = chains.get(query.chainId)
      c.env.visit.chainId = chain.id
      const more = (cost: number) => payMore({ c, services, cost })
      const body = readJson(c.env.visit.body)
      const fault = faultOf(body)
      if (fault !== undefined) {
        await more(figures.faultCost - 1)
        return answerWith(c, refuseBody(fault))
      }
      const count = Array.isArray(body) ? body.length : 1
      // Each of them is paid before it is looked at, and what it costs a node before it goes there.
      await more(count - 1)
      const read = readRpc({ chainId: chain.id, body })
      if (priceOf({ cost: read.cost, isPage: isPage(c) }) > callers.burst) return answerWith(c, tooCostly(read))
      await more(read.cost - count)
      const renewal = count === 1 ? null : await usage.take({ project, cost: count - 1 })
      if (renewal !== null) throw new QuotaExceededError({ retryAfterSeconds: renewal })
      const holding = hold(held(answers.take({ owner: client, amount: 0 })))
      const answer = await passOn({ chain, read, client, signal, count: holding.add })
      if (answer.cause)
        log.warn({ requestId: c.env.visit.requestId, chainId: chain.id, error: answer.cause }, 'no node answered')
      return answerWith(c, answer)
    },
  ),
]

function answerWith(c: Context<Env>, { status, body, retryAfterSeconds }: ProxyAnswer): Response {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  const sent = typeof body === 'string' ? body : streamOf({ c, ...body })
  return send({ c, status, body: sent, type: 'application/json', headers })
}

/** Each part is asked for when the one before has gone: what waits for a slow reader waits at the node. */
function streamOf({ c, head, next, cancel }: PassedStream & { c: Context<Env> }): ReadableStream {
  let first: Uint8Array | undefined = head
  return new ReadableStream(
    {
      async pull(controller) {
        if (first !== undefined) {
          controller.enqueue(first)
          first = undefined
          return
        }
        try {
          const part = await next()
          if (part === null) controller.close()
          else controller.enqueue(part)
        } catch (error) {
          // A client must not take for whole what was cut: its connection ends in the middle.
          if (c.env?.outgoing === undefined) return controller.error(error)
          c.env.outgoing.destroy()
          controller.close()
        }
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
}
