import { attend } from '@foyer/service/route/attend'
import { admitWallet } from '@foyer/service/route/callers'
import { withEndings } from '@foyer/service/route/endings'
import type { Env } from '@foyer/service/route/env'
import { mount } from '@foyer/service/route/routeOn'
import { Hono } from 'hono'
import { pageHeaders } from './page/page.js'
import { adminPages } from './routes/adminPages.js'
import { admit } from './routes/admission.js'
import { login } from './routes/login.js'
import { routes } from './routes/operations.js'
import type { Services } from './services.js'

/**
 * The whole API as a value: give it a request, it gives an answer. A port is only one way to call it.
 * @example
 * const answer = await createApp(services).request('/healthz')
 */
export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>()
    .route('/', mount({ services, routes, admit, pageHeaders }))
    .route('/', mount({ services, routes: login, admit: admitWallet }))
    .route('/', adminPages(services))
  withEndings({ app, services })
  app.fetch = attend({ services, fetch: app.fetch })
  return app
}
