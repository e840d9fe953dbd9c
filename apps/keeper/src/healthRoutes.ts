import { NotReadyError } from '@foyer/service/errors/refusals'
import { metricsRoute } from '@foyer/service/route/metricsRoute'
import { routeOn } from '@foyer/service/route/routeOn'
import * as v from 'valibot'
import type { KeeperServices } from './services.js'

const route = routeOn<KeeperServices>()
const asked = { method: 'get', group: 'Operations', projectIn: 'nowhere' } as const
const shared = { ...asked, access: 'anyone', admitsItself: true } as const
const Reply = v.object({ status: v.literal('ok') })

/** `/healthz`: the process answers. `/readyz`: the database does too, and the keeper isn't being stopped. */
export const keeperHealth = [
  route(
    { ...shared, id: 'getKeeperHealth', path: '/healthz', summary: 'Answers while the process lives.', reply: Reply },
    () => ({ status: 'ok' as const }),
  ),
  route(
    {
      ...{ ...shared, id: 'getKeeperReadiness', path: '/readyz', reply: Reply },
      summary: 'Answers 200 while requests may be sent here.',
    },
    async ({ services: { database, isDraining } }) => {
      const draining = { name: 'server', description: 'This keeper is being stopped.' }
      if (isDraining()) throw new NotReadyError({ code: 'draining', status: 503, ...draining })
      const away = { name: 'database', description: "The database doesn't answer." }
      await database.ping().catch((cause: unknown) => {
        throw new NotReadyError({ code: 'not_ready', status: 503, ...away, cause })
      })
      return { status: 'ok' as const }
    },
  ),
  metricsRoute<KeeperServices>({ token: 'KEEPER_METRICS_TOKEN' }),
]
