import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { NotFoundError } from '../errors/refusals.js'
import type { Services } from '../services.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

export const metricsOperations: readonly Operation[] = [
  {
    id: 'getMetrics',
    method: 'get',
    path: '/metrics',
    group: 'Operations',
    summary:
      'Figures for Prometheus, with `Authorization: Bearer` and the token of METRICS_TOKEN; without one, nothing stands here.',
    access: 'admin',
    reply: { mediaTypes: ['text/plain'] },
  },
]

/** `/metrics`: answered with the token, else 404. */
export function metrics({ metrics, metricsToken }: Pick<Services, 'metrics' | 'metricsToken'>): Hono<Env> {
  return new Hono<Env>().get('/metrics', async (c) => {
    if (!isBearer({ header: c.req.header('authorization'), token: metricsToken })) throw new NotFoundError()
    const { text, contentType } = await metrics.read()
    return c.body(text, 200, { 'Content-Type': contentType })
  })
}

/** In constant time. */
function isBearer({ header = '', token }: { header: string | undefined; token: string | undefined }): boolean {
  if (token === undefined) return false
  const [said, wanted] = [header, `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest())
  return said !== undefined && wanted !== undefined && timingSafeEqual(said, wanted)
}
