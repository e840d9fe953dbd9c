import { NotReadyError } from '@foyer/service/errors/refusals'
import { metricsRoute } from '@foyer/service/route/metricsRoute'
import { routeOn } from '@foyer/service/route/routeOn'
import * as v from 'valibot'
import type { KeeperServices } from './services.js'

const route = routeOn<KeeperServices>()
const shared = {
  method: 'get',
  group: 'Operations',
  access: 'anyone',
  admitsItself: true,
  projectIn: 'nowhere',
} as const
const Reply = v.object({ status: v.literal('ok') })

/** `/healthz`: the process answers. `/readyz`: the database does too, and the keeper isn't being stopped. */
export const keeperHealth = [
  route(
    { ...shared, id: 'getKeeperHealth', path: '/healthz', summary: 'Answers while the process lives.', reply: Reply },
    () => ({ status: 'ok' as const }),
  ),
  route(
    {
      ...shared,
      id: 'getKeeperReadiness',
      path: '/readyz',
      summary: 'Answers 200 while requests may be sent here.',
      reply: Reply,
    },
    async ({ services: { database, isDraining } }) => {
      if (isDraining())
        throw new NotReadyError({
          code: 'draining',
          status: 503,
          name: 'server',
          description: 'This keeper is being stopped.',
        })
      const refuse = (cause: unknown) => {
        const said = { name: 'database', description: "The database doesn't answer." }
        throw new NotReadyError({ code: 'not_ready', status: 503, ...said, cause })
      }
      await database.ping().catch(refuse)
      return { status: 'ok' as const }
    },
  ),
  metricsRoute<KeeperServices>({ token: 'KEEPER_METRICS_TOKEN' }),
]
