import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { reacts } from './buildHosts.js'
import type { HostSettings } from './hosts/kit/settings.js'

/** What the page is to be, as its own address says it. */
export interface HostRequest {
  readonly react: keyof typeof reacts
  /** The page comes rendered, and is hydrated. */
  readonly rendered: boolean
  readonly policy: string
  readonly settings: HostSettings
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the page that hands its kits to the tests, at `/` as it was built with the newest React, and each build's files below. */
export async function serveHosts(): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host.localhost')
    const answered = pathname === '/' ? answerPage(response, searchParams) : answerFile(response, pathname)
    answered.catch(() => response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The hosts have no port.')
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: address.port, stop }
}

async function answerPage(response: ServerResponse, query: URLSearchParams): Promise<void> {
  const { react, rendered, policy, settings }: HostRequest = JSON.parse(query.get('host') ?? 'null')
  const body = rendered ? (await import(`${reacts[react]}/dist/server/render.js`)).render(settings) : ''
  response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
  response.end(htmlOf({ react, settings, body }))
}

async function answerFile(response: ServerResponse, pathname: string): Promise<void> {
  const [, react, name = ''] = /^\/(18|19)\/([\w.-]+)$/.exec(pathname) ?? []
  const content = await readFile(`${reacts[react === '18' ? 18 : 19]}/dist/client/${name}`)
  response.writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain' }).end(content)
}

function htmlOf({
  react,
  settings,
  body,
}: Pick<HostRequest, 'react' | 'settings'> & { readonly body: string }): string {
  const told = JSON.stringify(settings).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const language = settings.locale === 'ar' ? 'lang="ar" dir="rtl"' : 'lang="en"'
  return `<!doctype html><html ${language}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A host</title><meta name="settings" content="${told}"><link rel="icon" href="data:,"><link rel="stylesheet" href="/${react}/client.css"><script type="module" src="/${react}/client.js"></script></head><body><div id="host">${body}</div></body></html>`
}
