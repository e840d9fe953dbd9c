import { JsonRpcBatch, JsonRpcRequest, JsonRpcResponse, limits, paths } from '@foyer/core/wire'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { PassedStream } from '../chains/exchange.js'
import { type ProxyAnswer, passOn, readRpc, tooCostly } from '../chains/rpcProxy.js'
import { QuotaExceededError } from '../projects/refusals.js'
import { isPage } from './admission.js'
import { readJson } from './body.js'
import type { Env } from './env.js'
import { held } from './hold.js'
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
      passesOn: true,
      takes: { query: v.object({ chainId: v.pipe(v.string(), v.maxLength(limits.caip2)) }) },
      reads: { body: v.union([JsonRpcRequest, JsonRpcBatch]) },
      // A thousand requests of an ordinary size; a signed transaction has 128 kB at most on most networks.
      limitBytes: 1024 * 1024,
      reply: { schema: v.union([JsonRpcResponse, v.array(JsonRpcResponse)]) },
    },
    async ({ c, services: { answers, callers, chains, log, usage }, query, project, client, signal }) => {
      const chain = chains.get(query.chainId)
      c.set('chainId', chain.id)
      const read = readRpc({ chainId: chain.id, body: readJson(c.var.body) })
      if (read.cost > callers.burst) return send(c, tooCostly(read))
      // One unit was paid at the door.
      const paid = { cost: read.cost - 1, isPage: isPage(c) }
      if (paid.cost > 0) {
        await callers.pay({ client, ...paid })
        await callers.payFor({ projectId: project.id, ...paid })
      }
      const more = read.count - 1
      const renewal = more < 1 ? null : await usage.take({ project, cost: more })
      if (renewal !== null) throw new QuotaExceededError({ retryAfterSeconds: renewal })
      const holding = held(answers.take({ owner: client, amount: 0 }))
      c.env?.outgoing?.once('close', holding.release)
      try {
        const answer = await passOn({ chain, read, client, signal, count: holding.add })
        const { requestId } = c.var
        if (answer.cause) log.warn({ requestId, chainId: chain.id, error: answer.cause }, 'no node answered')
        return send(c, answer)
      } finally {
        if (c.env?.outgoing === undefined || c.env.outgoing.destroyed) holding.release()
      }
    },
  ),
]

function send(c: Context<Env>, { status, body, retryAfterSeconds }: ProxyAnswer): Response {
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  const sent = typeof body === 'string' ? body : streamOf({ c, ...body })
  return c.newResponse(sent, status, { 'Content-Type': 'application/json' })
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
