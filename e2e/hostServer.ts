import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Listening, listen, writeDocument } from '@foyer/page'
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
export function serveHosts(): Promise<Listening> {
  return listen({
    port: 0,
    fetch: (request) => answer(new URL(request.url)).catch(() => new Response(null, { status: 404 })),
  })
}

function answer({ pathname, searchParams }: URL): Promise<Response> {
  return pathname === '/' ? answerPage(searchParams) : answerFile(pathname)
}

async function answerPage(query: URLSearchParams): Promise<Response> {
  const { react, rendered, policy, settings }: HostRequest = JSON.parse(query.get('host') ?? 'null')
  const body = rendered ? (await import(`${reacts[react]}/dist/server/render.js`)).render(settings) : ''
  const page = writeDocument({
    title: 'A host',
    ...(settings.locale === 'ar' && { lang: 'ar', dir: 'rtl' }),
    icon: 'data:,',
    styles: [`/${react}/client.css`],
    script: `/${react}/client.js`,
    settings,
    body: `<div id="host">${body}</div>`,
  })
  return new Response(page, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } })
}

async function answerFile(pathname: string): Promise<Response> {
  const [, react, name = ''] = /^\/(18|19)\/([\w.-]+)$/.exec(pathname) ?? []
  const content = await readFile(`${reacts[react === '18' ? 18 : 19]}/dist/client/${name}`)
  return new Response(content, { headers: { 'content-type': types[extname(name)] ?? 'text/plain' } })
}
