import { AllowedOriginsReply, AnalyticsConfigReply, EventBody, paths } from '@foyer/core/wire'
import { Hono } from 'hono'
import * as v from 'valibot'
import { refuseUnstorable } from '../events/refuseUnstorable.js'
import { publicOrigins } from '../projects/origins.js'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import { readJson, takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parseWith } from './parse.js'

const limitBytes = 64 * 1024

/** Whether the event was kept: a project with analytics off keeps none. */
const EventReply = v.object({ stored: v.boolean() })

export const projectOperations: readonly Operation[] = [
  {
    id: 'listAllowedOrigins',
    method: 'get',
    path: paths.allowedOrigins,
    group: 'Project',
    summary: 'Lists the origins whose pages may ask in the name of the project; pages of any origin may ask.',
    access: 'project',
    reply: { schema: AllowedOriginsReply },
  },
  {
    id: 'getAnalyticsConfig',
    method: 'get',
    path: paths.analyticsConfig,
    group: 'Project',
    summary: 'Returns whether the project wants events.',
    access: 'project',
    reply: { schema: AnalyticsConfigReply },
  },
  {
    id: 'sendEvent',
    method: 'post',
    path: paths.events,
    group: 'Project',
    summary: 'Takes an event of analytics, or an error that happened in the kit; at most five errors a minute.',
    access: 'project',
    body: EventBody,
    reply: { status: 202, schema: EventReply },
  },
]

/** A project's settings, and its dapps' events. @see S7.27–S7.32 */
export function project(services: Services): Hono<Env> {
  const own = authorize({ services, origins: 'own' })
  // A page of any origin may read the project's origins, to find out that its own isn't among them.
  const any = authorize({ services, origins: 'any' })
  return new Hono<Env>()
    .get(paths.allowedOrigins, any, (c) =>
      c.json({ allowedOrigins: publicOrigins(c.var.project) } satisfies AllowedOriginsReply),
    )
    .get(paths.analyticsConfig, own, (c) =>
      c.json({ isAnalyticsEnabled: c.var.project.analyticsEnabled } satisfies AnalyticsConfigReply),
    )
    .post(paths.events, own, takeJson({ limitBytes }), async (c) => {
      const event = parseWith({ schema: EventBody, value: readJson(await c.req.text()), whole: 'body' })
      refuseUnstorable(event)
      const stored = await services.events.take({ project: c.var.project, event, client: c.var.client })
      return c.json({ stored }, 202)
    })
}
