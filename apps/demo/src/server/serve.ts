import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type ServerType, serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import * as v from 'valibot'
import { choicesOf, type DemoSettings } from '../settings.js'
import { type PageFiles, renderNote, renderPage } from './page.js'
import { contentPolicy } from './policy.js'

export interface ServeDemoParameters
  extends Pick<DemoSettings, 'api' | 'relay' | 'projectId' | 'chains' | 'customWallets'> {
  readonly port: number
}

/** Where the browser's files lie, beside this one when built: `dist/client`. */
const client = fileURLToPath(new URL('../client', import.meta.url))

/**
 * Serves the demo under its strict content policy.
 * @example
 * const { stop } = await serveDemo({ port: 7100, api, relay, projectId: 'foyer-demo', chains, customWallets: [] })
 */
export async function serveDemo(parameters: ServeDemoParameters): Promise<{ readonly stop: () => Promise<void> }> {
  const files = await readFiles()
  const app = createDemoApp({ ...parameters, files })
  const server = await new Promise<ServerType>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, port: parameters.port, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    )
    listening.once('error', reject)
  })
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function createDemoApp({
  api,
  relay,
  projectId,
  chains,
  customWallets,
  files,
}: ServeDemoParameters & { readonly files: PageFiles }): Hono {
  const policy = contentPolicy({
    connect: [api, relay, ...chains.map(({ url }) => url)].map(originOf),
    images: [api, ...customWallets.flatMap(({ image_url }) => image_url ?? [])].map(originOf),
  })
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy)
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
  })
  app.get('/', (c) => {
    const choices = choicesOf(new URL(c.req.url).searchParams)
    return c.html(renderPage({ settings: { api, relay, projectId, chains, customWallets, ...choices }, files }))
  })
  app.get('/terms', (c) =>
    c.html(
      renderNote({
        title: 'Terms',
        text: 'The demo is for trying things out, on chains of this machine. Nothing on it is worth anything.',
        files,
      }),
    ),
  )
  app.get('/privacy', (c) =>
    c.html(
      renderNote({
        title: 'Privacy',
        text: 'The demo talks to the server and the chains of this machine, and to nobody else.',
        files,
      }),
    ),
  )
  app.use('*', serveStatic({ root: client }))
  return app
}

const originOf = (url: string): string => {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

const Manifest = v.record(
  v.string(),
  v.object({ file: v.string(), isEntry: v.optional(v.boolean()), css: v.optional(v.array(v.string())) }),
)

async function readFiles(): Promise<PageFiles> {
  const manifest = v.parse(Manifest, JSON.parse(await readFile(`${client}/.vite/manifest.json`, 'utf8')))
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The demo is not built: its manifest names no entry. Run `node scripts/build.mjs`.')
  return { script: entry.file, styles: entry.css ?? [] }
}
