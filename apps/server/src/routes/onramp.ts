import { onrampOptionsCall, onrampQuoteCall, onrampUrlCall } from '@foyer/core/wire'
import type { Env } from '@foyer/service/route/env'
import type { Context } from 'hono'
import type { Services } from '../services.js'
import { pageAskerOf } from './pageAsker.js'
import { route } from './route.js'

const shared = { group: 'On-ramp', access: 'project', feature: 'onramp' } as const

/** Buying with money. @see S7.18–S7.20 */
export const onramp = [
  route(
    {
      ...onrampOptionsCall,
      ...shared,
      cost: 5,
      summary: 'What can be bought, and what it can be paid with. Both lists are empty where nothing can be bought.',
    },
    ({ c, services, signal }) => services.onramp.options({ place: placeOf(c, services), signal }),
  ),
  route(
    {
      ...onrampQuoteCall,
      ...shared,
      cost: 10,
      summary: 'What would be got for an amount of money, after the fees.',
    },
    ({ c, services, body, signal }) => services.onramp.quote({ place: placeOf(c, services), body, signal }),
  ),
  route(
    {
      ...onrampUrlCall,
      ...shared,
      cost: 10,
      summary: 'Where a visitor goes to buy.',
    },
    async ({ c, services, project, client, body, signal }) => {
      const asker = pageAskerOf({ c, services, project, client })
      const place = placeOf(c, services)
      return { url: await services.onramp.url({ projectId: project.id, body, asker, place, signal }) }
    },
  ),
]

const placeOf = (c: Context<Env>, { onramp }: Pick<Services, 'onramp'>) =>
  onramp.placeOf({ remote: c.env?.incoming?.socket.remoteAddress, header: (name) => c.req.header(name) })
