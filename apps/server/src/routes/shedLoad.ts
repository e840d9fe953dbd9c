import type { MiddlewareHandler } from 'hono'
import { OverloadedError } from '../errors/refusals.js'
import type { Env } from './env.js'

/** Health checks must be answered above all when a node is overloaded. */
const always = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Refuses what comes while too much is under way, at once: where a database or a network is slow, a queue makes all wait and
 * is useless. A proxy in front goes on to another node.
 * @param options.most - requests under way at the same time
 * @throws {@link OverloadedError}
 * @see F23
 */
export function shedLoad({ most }: { most: number }): MiddlewareHandler<Env> {
  let running = 0
  return async (c, next) => {
    if (running >= most && !always.has(c.req.path)) throw new OverloadedError()
    running += 1
    try {
      await next()
    } finally {
      running -= 1
    }
  }
}
