import { Hono } from 'hono'
import * as v from 'valibot'
import { ApiError } from '../errors/ApiError.js'
import type { Services } from '../services.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

const HealthReply = v.object({ status: v.literal('ok') })

export const healthOperations: readonly Operation[] = [
  {
    id: 'getHealth',
    method: 'get',
    path: '/healthz',
    group: 'Operations',
    summary: 'Answers while the process lives.',
    access: 'anyone',
    reply: { schema: HealthReply },
  },
  {
    id: 'getReadiness',
    method: 'get',
    path: '/readyz',
    group: 'Operations',
    summary: 'Answers 200 while requests may be sent here, else 503.',
    access: 'anyone',
    reply: { schema: HealthReply },
  },
]

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
