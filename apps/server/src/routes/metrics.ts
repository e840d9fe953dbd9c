import { createHash, timingSafeEqual } from 'node:crypto'
import { NotFoundError } from '../errors/refusals.js'
import { route } from './route.js'

/** `/metrics`: answered with the token, else 404. */
export const metrics = [
  route(
    {
      id: 'getMetrics',
      method: 'get',
      path: '/metrics',
      group: 'Operations',
      summary:
        'Figures for Prometheus, with `Authorization: Bearer` and the token of METRICS_TOKEN; without one, nothing stands here.',
      access: 'admin',
      admitsItself: true,
      takes: {},
      reply: { mediaTypes: ['text/plain'] },
    },
    async ({ c, services: { metrics: figures, metricsToken } }) => {
      if (!isBearer({ header: c.req.header('authorization'), token: metricsToken })) throw new NotFoundError()
      const { text, contentType } = await figures.read()
      return c.body(text, 200, { 'Content-Type': contentType })
    },
  ),
]

/** In constant time. */
function isBearer({ header = '', token }: { header: string | undefined; token: string | undefined }): boolean {
  if (token === undefined) return false
  const [said, wanted] = [header, `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest())
  return said !== undefined && wanted !== undefined && timingSafeEqual(said, wanted)
}
