import { NotFoundError } from '../errors/refusals.js'
import { isSame } from '../seal/isSame.js'
import type { CommonServices } from './commonServices.js'
import { type Route, routeOn, type Served } from './routeOn.js'
import { send } from './send.js'

/** `/metrics`: answered with the token, else 404. */
export const metricsRoute = <On extends Served & Pick<CommonServices, 'metrics' | 'metricsToken'>>({
  token,
}: {
  /** the variable that has it */
  readonly token: string
}): Route<On> =>
  routeOn<On>()(
    {
      ...{ method: 'get', group: 'Operations', access: 'admin', admitsItself: true },
      id: 'getMetrics',
      path: '/metrics',
      summary: `Figures for Prometheus, with \`Authorization: Bearer\` and the token of ${token}; without one, nothing stands here.`,
      mediaTypes: ['text/plain'],
    },
    async ({ c, services: { metrics: figures, metricsToken } }) => {
      const said = c.req.header('authorization') ?? ''
      if (metricsToken === undefined || !isSame(said, `Bearer ${metricsToken}`)) throw new NotFoundError()
      const { text, contentType } = await figures.read()
      return send({ c, body: text, type: contentType })
    },
  )
