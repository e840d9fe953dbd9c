// What Hono takes for a route that gives an answer which it has, and does nothing else. A measurement starts it beside the server, and gives it the answers.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

// The very packages that the server has.
const { resolve } = createRequire(new URL('../apps/server/package.json', import.meta.url))
const load = (name) => import(pathToFileURL(resolve(name)).href)
const [{ Hono }, { serve }] = await Promise.all([load('hono'), load('@hono/node-server')])

const app = new Hono().get('/healthz', (c) => c.json({ status: 'ok' }))
for (const [path, answer] of Object.entries(JSON.parse(process.env.ANSWERS)))
  app.get(path, (c) => c.body(answer, 200, { 'Content-Type': 'application/json' }))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
