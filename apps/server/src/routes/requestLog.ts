import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Services } from '../services.js'
import type { Env } from './env.js'

/**
 * Gives each request an id, which the answer carries, and writes one line about it: its route's pattern, never its path,
 * query, body or sender. The id is always the server's own, since a client's could hold anything.
 * @see F28
 */
export function requestLog(request: Pick<Services, 'log' | 'metrics' | 'now' | 'requestId'>): MiddlewareHandler<Env> {
  const { log, metrics, now, requestId } = request
  return async (c, next) => {
    const startedAt = now()
    const id = requestId()
    c.set('requestId', id)
    c.header('X-Request-Id', id)
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    await next()
    const { project, chainId } = c.var
    const route = routePath(c, -1)
    const facts = { method: c.req.method, route, status: c.res.status, ms: now() - startedAt }
    metrics.answered(facts)
    log.info({ requestId: id, ...facts, project: project?.id, chainId }, 'answered')
  }
}
