import type { MiddlewareHandler } from 'hono'
import { RateLimitedError } from '../errors/refusals.js'
import type { Services } from '../services.js'
import { clientOf } from './clientOf.js'
import type { Env } from './env.js'

/**
 * Counts a request that needs no project: pictures, which a page shows by their address, and calls that contracts' clients
 * make. All of a client's share one bucket.
 * @throws {@link RateLimitedError}
 */
export function countClient(services: Pick<Services, 'rateLimit' | 'clientKey'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const client = clientOf(c, services)
    const retryAfterSeconds = await services.rateLimit.take({ client, projectId: null })
    if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
    c.set('client', client)
    await next()
  }
}
