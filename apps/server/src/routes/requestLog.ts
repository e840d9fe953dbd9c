import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { OverloadedError } from '../errors/refusals.js'
import type { Project } from '../projects/project.js'
import type { Services } from '../services.js'
import type { Env } from './env.js'

/** Not set where none was admitted. */
const projectOf = (c: Context<Env>): Project | undefined => c.get('project')

/** How often a node that has to refuse says so. */
const saidEveryMs = 1_000

/**
 * Gives each request an id, which the answer carries, and writes one line about it: its route's pattern, never its path,
 * query, body or sender. The id is always the server's own, since a client's could hold anything. What is refused because the node bears no
 * more is counted, and said once a second: writing a line about each would be most of the work that is left to do.
 * @see F28
 */
export function requestLog(request: Pick<Services, 'log' | 'metrics' | 'now' | 'requestId'>): MiddlewareHandler<Env> {
  const { log, metrics, now, requestId } = request
  const refused = { count: 0, saidAt: Number.NEGATIVE_INFINITY }
  const sayRefused = () => {
    refused.count += 1
    if (now() - refused.saidAt < saidEveryMs) return
    log.warn({ refused: refused.count }, 'more was asked than this node bears')
    refused.count = 0
    refused.saidAt = now()
  }
  return async (c, next) => {
    const startedAt = now()
    const id = requestId()
    c.set('requestId', id)
    c.set('head', { 'X-Request-Id': id, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
    await next()
    const route = routePath(c, -1)
    const facts = { method: c.req.method, route, status: c.res.status, ms: now() - startedAt }
    metrics.answered(facts)
    if (c.error instanceof OverloadedError) return sayRefused()
    log.info({ requestId: id, ...facts, project: projectOf(c)?.id, chainId: c.get('chainId') }, 'answered')
  }
}
