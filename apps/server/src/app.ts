import { Hono } from 'hono'
import { pageHeaders } from './page/page.js'
import { adminPages } from './routes/adminPages.js'
import { admit } from './routes/admission.js'
import { attend } from './routes/attend.js'
import { admitWallet } from './routes/callers.js'
import { withEndings } from './routes/endings.js'
import type { Env } from './routes/env.js'
import { login } from './routes/login.js'
import { routes } from './routes/operations.js'
import { mount } from './routes/routeOn.js'
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
