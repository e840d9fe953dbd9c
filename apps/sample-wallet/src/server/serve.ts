import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type ServerType, serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { WalletSettings } from '../settings.js'
import { type PageFiles, renderPage } from './page.js'
import { contentPolicy } from './policy.js'

export interface ServeWalletParameters {
  readonly port: number
  readonly settings: WalletSettings
}

/** Where the browser's files lie, beside this one when built: `dist/client`. */
const client = fileURLToPath(new URL('../client', import.meta.url))

/**
 * Serves the sample wallet under its strict content policy.
 * @example
 * const { stop } = await serveSampleWallet({ port: 7104, settings: { relay, projectId, networks } })
 */
export async function serveSampleWallet({
  port,
  settings,
}: ServeWalletParameters): Promise<{ readonly stop: () => Promise<void> }> {
  const app = createWalletApp({ settings, files: await readFiles() })
  const server = await new Promise<ServerType>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(listening))
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

function createWalletApp({ settings, files }: { readonly settings: WalletSettings; readonly files: PageFiles }): Hono {
  const policy = contentPolicy({
    connect: [settings.relay, ...settings.networks.map(({ rpcUrl }) => rpcUrl)].map(originOf),
  })
  const page = renderPage({ settings, files })
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy)
    c.header('X-Content-Type-Options', 'nosniff')
    // What the page is opened with may be a pairing code, which is nobody else's business.
    c.header('Referrer-Policy', 'no-referrer')
    c.header('Cross-Origin-Opener-Policy', 'same-origin')
    c.header('Permissions-Policy', 'camera=(self), clipboard-write=(self), geolocation=(), microphone=()')
  })
  // Where applications lead: with a pairing code, or only to bring the wallet to the front.
  for (const path of ['/', '/wc']) app.get(path, (c) => c.html(page))
  app.use('*', serveStatic({ root: client }))
  return app
}

function originOf(url: string): string {
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
  if (!entry)
    throw new Error('The sample wallet is not built: its manifest names no entry. Run `node scripts/build.mjs`.')
  return { script: entry.file, styles: entry.css ?? [] }
}
