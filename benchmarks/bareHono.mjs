// What Hono takes for one route that answers JSON and does nothing else. A measurement starts it beside the server.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

// The very packages that the server has.
const { resolve } = createRequire(new URL('../apps/server/package.json', import.meta.url))
const load = (name) => import(pathToFileURL(resolve(name)).href)
const [{ Hono }, { serve }] = await Promise.all([load('hono'), load('@hono/node-server')])

const app = new Hono()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('*', (c) => c.json({ http: ['eip155:1'], ws: [] }))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
