import { allowedOriginsCall, analyticsConfigCall, type EventBody, eventCall } from '@foyer/core/wire'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import * as v from 'valibot'
import { publicOrigins } from '../projects/origins.js'
import { route } from './route.js'

/** Whether the event was kept: a project with analytics off keeps none. */
const EventReply = v.object({ stored: v.boolean() })

const shared = { group: 'Project', access: 'project' } as const

/** A project's settings, and its dapps' events. @see S7.27–S7.32 */
export const project = [
  route(
    {
      ...allowedOriginsCall,
      ...shared,
      summary: 'Lists the origins whose pages may ask in the name of the project; pages of any origin may ask.',
      // To find out that its own isn't among them.
      anyOrigin: true,
    },
    ({ project: asking }) => ({ allowedOrigins: publicOrigins(asking) }),
  ),
  route(
    {
      ...analyticsConfigCall,
      ...shared,
      summary: 'Returns whether the project wants events.',
    },
    ({ project: { analyticsEnabled } }) => ({ isAnalyticsEnabled: analyticsEnabled }),
  ),
  route(
    {
      ...eventCall,
      ...shared,
      summary: 'Takes an event of analytics, or an error that happened in the kit; at most five errors a minute.',
      // An error with its stack, of which not all is kept.
      limitBytes: 16 * 1024,
      cost: 2,
      status: 202,
      reply: EventReply,
    },
    async ({ services, project: asking, body: event, client }) => {
      refuseUntimely(event)
      return { stored: await services.events.take({ project: asking, event, client }) }
    },
  ),
]

/** The largest year that both sides write the same way; a clock beyond it is wrong anyway. */
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** @throws {@link InvalidInputError} */
function refuseUntimely({ timestamp }: EventBody): void {
  if (!(new Date(timestamp).getTime() <= latest))
    throw new InvalidInputError({ name: 'timestamp', description: 'Is no time.' })
}
