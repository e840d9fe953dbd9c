import { type AllowedOriginsReply, type AnalyticsConfigReply, EventBody, paths } from '@foyer/core/wire'
import { Hono } from 'hono'
import { refuseUnstorable } from '../events/refuseUnstorable.js'
import { originsToTell } from '../projects/origins.js'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import { readJson, takeJson } from './body.js'
import type { Env } from './env.js'
import { parseWith } from './parse.js'

const limitBytes = 64 * 1024

/** What holds for a project, and what its dapps tell. @see S7.27–S7.32 */
export function project(services: Services): Hono<Env> {
  const own = authorize({ services, origins: 'own' })
  // A page of any origin may ask which origins are the project's: it has to find out that its own isn't.
  const any = authorize({ services, origins: 'any' })
  return new Hono<Env>()
    .get(paths.allowedOrigins, any, (c) =>
      c.json({ allowedOrigins: originsToTell(c.var.project) } satisfies AllowedOriginsReply),
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
