import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Listening, listen, writeDocument } from '@foyer/page'
import { development, dialogs, reacts, wagmi, wagmiHooks } from './buildHosts.js'
import type { DialogSettings } from './hosts/dialogs/settings.js'
import type { HostSettings } from './hosts/kit/settings.js'
import type { WagmiSettings } from './hosts/wagmi/settings.js'
import { createSiwxBackend, type SiwxBackendOptions } from './siwxBackend.js'

/** What the page is to be, as its own address says it. */
export interface HostRequest {
  readonly react: keyof typeof reacts
  /** The page comes rendered, and is hydrated. */
  readonly rendered: boolean
  /** The page runs as it does while a dapp is developed, with React 19. */
  readonly developed: boolean
  readonly policy: string
  readonly settings: HostSettings
}

/** Each build's files, by the first part of their address. */
const folders = new Map<string, string>([
  ['development', development],
  ['wagmi', wagmi],
  ['wagmi-hooks', wagmiHooks],
  ['dialogs', dialogs],
  ...Object.entries(reacts).map(([react, root]) => [react, `${root}/dist/client`] as const),
])

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Where the page is, by the port that it is served at. */
export const hostOrigin = (port: number): string => `http://host.localhost:${port}`

/**
 * Serves the page that hands its kits to the tests, at `/` as it was built with the newest React, and each build's files below; and the backend that its
 * visitors may sign in at.
 */
export async function serveHosts(signedInOn: Omit<SiwxBackendOptions, 'origin'>): Promise<Listening> {
  let backend: ReturnType<typeof createSiwxBackend> | undefined
  const listening = await listen({
    port: 0,
    fetch: (request) => answer(request).catch(() => new Response(null, { status: 404 })),
  })
  const answer = (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/') return answerPage(searchParams)
    if (pathname === '/wagmi-hooks') return answerPage(searchParams, '/wagmi-hooks')
    if (pathname === '/wagmi') return Promise.resolve(answerWagmi(searchParams))
    if (pathname === '/dialogs') return Promise.resolve(answerDialogs(searchParams))
    if (!pathname.startsWith('/siwx/')) return answerFile(pathname)
    backend ??= createSiwxBackend({ origin: hostOrigin(listening.port), ...signedInOn })
    return backend(request)
  }
  return listening
}

/** @param build - the first part of its files' addresses, where they aren't a React's */
async function answerPage(query: URLSearchParams, build?: string): Promise<Response> {
  const { react, rendered, developed, policy, settings }: HostRequest = JSON.parse(query.get('host') ?? 'null')
  const body = rendered ? (await import(`${reacts[react]}/dist/server/render.js`)).render(settings) : ''
  const files = build ?? `/${developed ? 'development' : react}`
  const page = writeDocument({
    title: 'A host',
    ...(settings.locale === 'ar' && { lang: 'ar', dir: 'rtl' }),
    icon: 'data:,',
    styles: [`${files}/client.css`],
    script: `${files}/client.js`,
    settings,
    body: `<div id="host">${body}</div>`,
  })
  return new Response(page, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } })
}

/** The page of wagmi's connector, under a policy that lets it reach what it is set up with. */
function answerWagmi(query: URLSearchParams): Response {
  const settings: WagmiSettings = JSON.parse(query.get('host') ?? 'null')
  const icon = 'data:,'
  const page = writeDocument({
    title: 'A wagmi host',
    icon,
    styles: [],
    script: '/wagmi/client.js',
    settings,
    body: '',
  })
  const reached = [settings.relayUrl, ...settings.chains.map(({ url }) => url)].map((url) => new URL(url).origin)
  const policy = `default-src 'none'; script-src 'self'; img-src data:; connect-src ${reached.join(' ')}; require-trusted-types-for 'script'`
  return new Response(page, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } })
}

/** A page with a library's dialog. Some write styles of their own into it. */
function answerDialogs(query: URLSearchParams): Response {
  const settings: DialogSettings = JSON.parse(query.get('host') ?? 'null')
  const page = writeDocument({
    title: 'A host with a dialog',
    icon: 'data:,',
    styles: ['/dialogs/client.css'],
    script: '/dialogs/client.js',
    settings,
    body: '<div id="host"></div>',
  })
  const policy = `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data: blob:; connect-src ${new URL(settings.chain.url).origin}`
  return new Response(page, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } })
}

async function answerFile(pathname: string): Promise<Response> {
  const [, build = '', name = ''] = /^\/(18|19|development|wagmi|wagmi-hooks|dialogs)\/([\w.-]+)$/.exec(pathname) ?? []
  const content = await readFile(`${folders.get(build)}/${name}`)
  return new Response(content, { headers: { 'content-type': types[extname(name)] ?? 'text/plain' } })
}
