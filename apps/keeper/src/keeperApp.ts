import { attend } from '@foyer/service/route/attend'
import { admitWallet } from '@foyer/service/route/callers'
import { withEndings } from '@foyer/service/route/endings'
import type { Env } from '@foyer/service/route/env'
import { mount } from '@foyer/service/route/routeOn'
import { Hono } from 'hono'
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
