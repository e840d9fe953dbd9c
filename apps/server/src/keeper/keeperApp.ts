import { Hono } from 'hono'
import { attend } from '../routes/attend.js'
import { admitWallet } from '../routes/callers.js'
import { withEndings } from '../routes/endings.js'
import type { Env } from '../routes/env.js'
import { mount } from '../routes/routeOn.js'
import { keeperHealth } from './healthRoutes.js'
import { keeperRoutes } from './routes.js'
import type { KeeperServices } from './services.js'

/** The keeper's calls as a value. */
export function createKeeperApp(services: KeeperServices): Hono<Env> {
  const app = new Hono<Env>()
    .route('/', mount({ services, routes: keeperRoutes, admit: admitWallet }))
    .route('/', mount({ services, routes: keeperHealth, admit: () => undefined }))
  withEndings({ app, services })
  app.fetch = attend({ services, fetch: app.fetch })
  return app
}
