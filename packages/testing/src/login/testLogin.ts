import type {
  Connector,
  ConnectorHost,
  ConnectRequest,
  Eip1193Provider,
  LiveConnection,
  LoginMethods,
  LoginProfile,
  RestoreRequest,
  SocialProvider,
  UpdateEmailRequest,
} from '@foyer/core'
import { UserRejectedError } from '@foyer/core/errors'
import { type TestSmartAccounts, withKinds } from './kinds.js'
import { type OpenLoginParameters, openLogin, untilAborted } from './loginWallet.js'
import { createTestLoginServer, type TestLoginServer } from './testLoginServer.js'

export interface TestLoginOptions {
  /** The provider that signs: that of a test wallet, or `window`'s own where one was injected. */
  readonly provider: () => Eip1193Provider
  readonly id?: string | undefined
  readonly name?: string | undefined
  /** By e-mail, Google and GitHub unless said. */
  readonly logins?: LoginMethods | undefined
  /** One of its own unless said. */
  readonly server?: TestLoginServer | undefined
  /** The page's address, as it is after a provider has led back to it; `location.href` unless said. */
  readonly address?: (() => string) | undefined
  /** Where its accounts are smart ones, or a key's as their owner prefers; nowhere unless said. */
  readonly smartAccounts?: TestSmartAccounts | undefined
  /** Leaves the page where no window could be opened; does nothing unless said. */
  readonly leave?: ((url: string) => void) | undefined
}

export interface TestLogin extends Connector {
  readonly server: TestLoginServer
  /** Its frame is over the page. */
  readonly isSurfaceShown: boolean
  /** Shows its frame over the page, as its wallet does to ask whether to sign. @returns hides it @throws SurfaceNotAskedError while no one is logged in */
  readonly showSurface: () => Promise<() => void>
}

const usualLogins: NonNullable<Connector['logins']> = { email: true, socials: ['google', 'github'] }

/** By which an address says that a provider has led back to the page. */
const stateParameter = 'login-state'

/**
 * A connector that stands for an embedded login: a link and a code by e-mail, or a social account in a window or after a redirect, all scripted by its
 * `server`; a test wallet signs. Without a `login` it connects at once, so that what is for its accounts alone can be tried without logging in.
 *
 * @example
 * const login = testLogin({ provider: () => wallet.provider })
 * const foyer = createFoyer({ …, connectors: [login] })
 * foyer.connect({ connectorId: login.id, login: { method: 'email', email: 'ada@example.com' } })
 */
export function testLogin(options: TestLoginOptions): TestLogin {
  const { provider, id = 'test-login', name = 'E-mail', logins = usualLogins } = options
  const server = options.server ?? createTestLoginServer()
  const page: Page = {
    ...{ id, server, isSurfaceShown: false, host: undefined },
    address: options.address ?? (() => globalThis.location?.href ?? ''),
    leave: options.leave ?? (() => {}),
  }
  const opened = async (parameters: OpenLoginParameters): Promise<LiveConnection | null> => {
    const live = withUpdates(page, await openLogin(parameters))
    return live && options.smartAccounts ? withKinds(live, options.smartAccounts) : live
  }
  const open = async (request: ConnectRequest, profile: LoginProfile | undefined): Promise<LiveConnection> => {
    const { signal, host } = request
    const live = await opened({ ...common(request), method: 'eth_requestAccounts', signal, profile })
    if (!live) throw new UserRejectedError()
    if (profile) host.storage.setItem(`${id}:profile`, JSON.stringify(profile))
    return live
  }
  const common = ({ host }: Pick<RestoreRequest, 'host'>) => {
    page.host = host
    return { provider: provider(), server, connectorId: id, ended: () => host.storage.removeItem(`${id}:profile`) }
  }
  return {
    id,
    name,
    server,
    logins,
    type: 'AUTH',
    families: ['eip155'],
    connectExpiryMs: 20 * 60_000,
    get isSurfaceShown() {
      return page.isSurfaceShown
    },
    showSurface: () => showSurface(page),
    async connect(request) {
      page.host = request.host
      const { login } = request
      if (login?.method === 'email') return open(request, await byEmail(page, request, login.email))
      return open(request, login && (await bySocial(page, request, login.provider)))
    },
    async restore({ host, signal }) {
      const stored = host.storage.getItem(`${id}:profile`)
      const profile = stored === null ? undefined : JSON.parse(stored)
      return opened({ ...common({ host }), method: 'eth_accounts', signal, profile })
    },
    resume(host) {
      const state = takeState(page, host)
      return state === undefined
        ? undefined
        : async (request) => open(request, await untilAborted(request.signal, () => server.finished(state)))
    },
  }
}

/** A connection whose address may be another: by a code to each, and then the link that the new one is sent. */
function withUpdates<Live extends LiveConnection | null>(page: Page, live: Live): Live {
  if (!live) return live
  const { server } = page
  let { profile } = live
  server.onProfile((changed) => {
    profile = changed
  })
  return {
    ...live,
    async updateEmail({ email, signal, ask, step }: UpdateEmailRequest) {
      const { email: from = '' } = profile ?? {}
      for (const sentTo of [from, email]) await typedCode(page, { email: sentTo, ask, signal })
      step({ type: 'linksSent', sentTo: [from, email] })
      await untilAborted(signal, () => server.approved(email))
      server.changeProfile({ ...profile, provider: 'email', email })
    },
  }
}

interface Page {
  readonly address: () => string
  readonly leave: (url: string) => void
  readonly id: string
  readonly server: TestLoginServer
  isSurfaceShown: boolean
  /** Of the kit that it is connected in. */
  host: ConnectorHost | undefined
}

async function showSurface(page: Page): Promise<() => void> {
  const hide = await page.host?.showSurface?.({
    connectorId: page.id,
    show: () => {
      page.isSurfaceShown = true
    },
    hide: () => {
      page.isSurfaceShown = false
    },
  })
  return () => hide?.()
}

async function byEmail(page: Page, request: ConnectRequest, email: string): Promise<LoginProfile> {
  const { server } = page
  if (!server.isKnown(email)) await approval(page, request, email)
  await typedCode(page, { ...request, email })
  return { provider: 'email', email }
}

interface TypedCode extends Pick<ConnectRequest, 'ask' | 'signal'> {
  readonly email: string
}

/** What a question says of the mail that it is about. */
const timesOf = (server: Page['server'], email: string) => ({
  againAt: server.againAt(email),
  expiresAt: server.expiresAt(email),
  askedInHour: server.sentInHour(email),
})

/** Sends a code, and asks for it until it is right. */
async function typedCode({ server }: Page, { email, ask, signal }: TypedCode): Promise<void> {
  server.send({ to: email, kind: 'code' })
  for (let isWrong = false; ; ) {
    const times = timesOf(server, email)
    const answer = await untilAborted(signal, () =>
      ask({ type: 'codeSent', sentTo: email, digits: 6, ...times, isWrong }),
    )
    if ('code' in answer) {
      if (server.isRight(email, answer.code)) return
      isWrong = true
    } else {
      server.send({ to: email, kind: 'code' })
      isWrong = false
    }
  }
}

/** Waits until the link was followed, with its frame over the page, as one would show digits there. */
async function approval(page: Page, { ask, signal }: ConnectRequest, email: string): Promise<void> {
  const { server } = page
  const hide = await showSurface(page)
  server.send({ to: email, kind: 'link' })
  const approved = server.approved(email)
  try {
    for (let isIn = false; !isIn; ) {
      const times = timesOf(server, email)
      const again = ask({ type: 'deviceApproval', sentTo: email, ...times })
      const answer = await untilAborted(signal, () => Promise.race([approved, again]))
      isIn = !answer
      if (!isIn) server.send({ to: email, kind: 'link' })
    }
  } finally {
    hide()
  }
}

async function bySocial(
  { id, server, leave }: Page,
  { ask, step, signal, host }: ConnectRequest,
  provider: SocialProvider,
): Promise<LoginProfile> {
  const { state, url } = server.begin(provider)
  if (provider === 'farcaster') {
    step({ type: 'scan', url })
    const profile = await untilAborted(signal, () => server.finished(state))
    step({ type: 'scan', url, isAnswered: true })
    return profile
  }
  const answer = await untilAborted(signal, () => ask({ type: 'popup', url }))
  if ('opened' in answer && answer.opened) return untilAborted(signal, () => server.finished(state))
  host.storage.setItem(`${id}:redirect`, state)
  step({ type: 'redirect' })
  leave(url)
  return untilAborted(signal, () => new Promise(() => {}))
}

/** The state that this page left with, where the page's address says that it is the same; it is taken up once. */
function takeState({ id, address }: Page, { storage }: Pick<ConnectorHost, 'storage'>): string | undefined {
  const state = storage.getItem(`${id}:redirect`)
  storage.removeItem(`${id}:redirect`)
  const query = address().split('?')[1]?.split('#')[0]
  const returned = new URLSearchParams(query).get(stateParameter)
  return state !== null && state === returned ? state : undefined
}
