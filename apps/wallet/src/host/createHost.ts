import { walletNetworksCall } from '@foyer/embedded/protocol'
import { type PageFiles, serveFiles, writeDocument } from '@foyer/page'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { PageName, WalletSettings } from '../settings.js'
import { ancestorOf } from './ancestor.js'
import { commonHeaders, dataPolicy, documentPolicy, workerOwnPolicy } from './headers.js'
import type { NetworksOf } from './networks.js'
import type { OriginsOf } from './origins.js'
import { forwardedFor, passOn, type Upstream } from './passOn.js'

export interface HostParameters {
  /** Where the browser's files were built, and what a document begins with. */
  readonly folder: string
  readonly files: PageFiles
  /** Origins of the blockchain API, the login server and the keeper. */
  readonly api: string
  readonly login: string
  readonly keeper: string
  readonly settings: Omit<WalletSettings, 'page' | 'parent' | 'projectId' | 'chainId' | 'networks'>
  /** In whose name the wallet's own page asks the API what its accounts hold; without one it doesn't. */
  readonly projectId?: string | undefined
  /** The header in which the proxy before this host says a visitor's rough place; it passes to the keeper. */
  readonly placeHeader?: string | undefined
  readonly originsOf: OriginsOf
  readonly networksOf: NetworksOf
  readonly clientOf: (c: Context) => string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly report: (error: unknown) => void
}

const kilobyte = 1024

/** The servers behind the origin, by the beginning of their paths. */
const upstreams = ({ api, login, keeper, placeHeader }: HostParameters): readonly (readonly [string, Upstream])[] => {
  const session = ['origin', 'sec-fetch-site', 'accept-language', 'authorization']
  const place = placeHeader === undefined ? [] : [placeHeader]
  const small = { requestBytes: 64 * kilobyte, answerBytes: 256 * kilobyte }
  return [
    ['/login', { origin: login, passes: session, hasCookies: true, ...small }],
    ['/keeper', { origin: keeper, passes: [...session, ...place], hasCookies: false, ...small }],
    // Without cookies and without an origin: the project's id is attribution.
    ['/public/getTokenImage', { origin: api, passes: [], hasCookies: false, answers: 'picture', ...small }],
    [
      '/v1',
      { origin: api, passes: [], hasCookies: false, requestBytes: 512 * kilobyte, answerBytes: 8_192 * kilobyte },
    ],
  ]
}

/** The addresses of the pages that are opened by themselves. */
const topLevel: Readonly<Record<string, Exclude<PageName, 'frame'>>> = {
  '/confirm': 'confirm',
  '/dashboard': 'dashboard',
  '/approve': 'approve',
  '/continue': 'continue',
  '/recover': 'recover',
  '/import': 'import',
  '/social': 'social',
  // Where AppKit's client opens the window before it has the address.
  '/loading': 'social',
}

/** Pages that neither open another of the wallet's nor are opened by one: what opened them has no hold of them. */
const isAlone: ReadonlySet<PageName> = new Set(['confirm', 'dashboard', 'recover', 'import'])

/** Pages that are of no use without networks: what they are asked and show is of one. */
const needsNetworks: ReadonlySet<PageName> = new Set(['frame', 'approve'])

/** The wallet's page and what it reaches, all under one origin. @see F10 */
export function createHost(parameters: HostParameters): Hono {
  const { folder, originsOf, clientOf, fetch, report } = parameters
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(commonHeaders)) c.header(name, value)
    // What no route has given one, such as an answer of 404.
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', dataPolicy)
  })
  app.get('/sdk', async (c) => {
    const query = new URL(c.req.url).searchParams
    const { headers } = c.req.raw
    const asker = forwardedFor({ headers, client: clientOf(c) })
    const parent = await ancestorOf({ query, headers, asker, originsOf })
    const projectId = query.get('projectId') ?? ''
    const chainId = query.get('chainId') ?? ''
    return document({ c, parameters, page: 'frame', parent, projectId, chainId })
  })
  for (const [path, page] of Object.entries(topLevel)) {
    const projectId = page === 'dashboard' ? parameters.projectId : undefined
    app.get(path, (c) => document({ c, parameters, page, projectId }))
  }
  app.post('/social', bodyLimit({ maxSize: 16 * kilobyte }), async (c) => {
    // After the `#` it is in no log, and the page reads it as it reads what stands in its address.
    const posted = new URLSearchParams(await c.req.text())
    const read = ['state', 'id_token', 'error'].flatMap((name) => {
      const value = posted.get(name)
      return value === null ? [] : [[name, value]]
    })
    return c.redirect(`/social#${new URLSearchParams(read)}`, 303)
  })
  for (const [path, upstream] of upstreams(parameters)) {
    const pass = (c: Context) => passOn({ request: c.req.raw, upstream, client: clientOf(c), fetch, report })
    app.all(path, pass)
    app.all(`${path}/*`, pass)
  }
  app.get('/health', (c) => c.json({ status: 'ok' }))
  // Before a login, so that a dapp can say which of its networks this wallet hasn't. It is the same for everyone.
  app.get(walletNetworksCall.path, async (c) => {
    const networks = await parameters.networksOf()
    c.header('Access-Control-Allow-Origin', '*')
    if (!networks) return notYet(c)
    c.header('Cache-Control', 'public, max-age=60')
    return c.json({
      networks: networks.map(({ chainId, delegate }) => ({ chainId, hasDelegate: delegate !== undefined })),
    })
  })
  app.use(async (c, next) => {
    await next()
    if (c.res.status === 200 && c.req.path.startsWith('/assets/')) {
      c.header('Cache-Control', 'public, max-age=31536000, immutable')
      c.header('Cross-Origin-Resource-Policy', 'same-origin')
      if (/^\/assets\/worker-[\w-]+\.js$/.test(c.req.path)) c.header('Content-Security-Policy', workerOwnPolicy)
    }
  })
  app.use('*', serveFiles(folder))
  return app
}

interface DocumentParameters {
  readonly c: Context
  readonly parameters: HostParameters
  readonly page: PageName
  readonly parent?: string | undefined
  readonly projectId?: string | undefined
  readonly chainId?: string
}

/** The API hasn't said which networks there are since this host was started. */
function notYet(c: Context): Response {
  c.header('Cache-Control', 'no-store')
  c.header('Retry-After', '5')
  return c.text('The wallet’s networks aren’t known yet.', 503)
}

async function document(asked: DocumentParameters): Promise<Response> {
  const { c, parameters, page, parent, projectId = '', chainId = '' } = asked
  const { files, settings, networksOf } = parameters
  const networks = await networksOf()
  if (!networks && needsNetworks.has(page)) return notYet(c)
  const written: WalletSettings = {
    ...settings,
    networks: [...(networks ?? [])],
    page,
    parent: parent ?? null,
    projectId,
    chainId,
  }
  const text = writeDocument({
    ...files,
    title: 'Wallet',
    viewport: 'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content',
    icon: '/icon.svg',
    settings: written,
    body: '<div id="wallet"></div>',
  })
  c.header('Content-Security-Policy', documentPolicy(parent))
  c.header('Cache-Control', 'no-store')
  if (isAlone.has(page)) c.header('Cross-Origin-Opener-Policy', 'same-origin')
  return c.html(text)
}
