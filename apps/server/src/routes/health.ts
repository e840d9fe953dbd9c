import { Hono } from 'hono'
import { ApiError } from '../errors/ApiError.js'
import type { Services } from '../services.js'
import type { Env } from './env.js'

/** `/healthz`: the process answers. `/readyz`: the database does too, so that requests may be sent here. */
export function health({ database }: Pick<Services, 'database'>): Hono<Env> {
  return new Hono<Env>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      try {
        await database.ping()
      } catch (cause) {
        const reasons = [{ name: 'database', description: "The database doesn't answer." }] as const
        throw new ApiError({ code: 'not_ready', status: 503, reasons, cause })
      }
      return c.json({ status: 'ok' })
    })
}
