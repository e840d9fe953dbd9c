import type {
  Connector,
  ConnectorHost,
  ConnectRequest,
  LiveConnection,
  LoginProfile,
  Network,
  RestoreRequest,
} from '@foyer/core'
import { AbortedError, ChainNotSupportedError } from '@foyer/core/errors'
import { asRejection, FrameReplyError, LoginCoolingDownError } from './errors.js'
import { secondsIn } from './protocol/hello.js'
import type { UserSession } from './protocol/messages.js'
import { createLiveLogin } from './session/liveLogin.js'
import {
  familyOf,
  type LoginKit,
  type LoginOptions,
  type LoginWays,
  openLoginKit,
  servedFamilies,
} from './session/loginKit.js'
import { createRecords } from './session/records.js'

interface Logins extends Pick<Connector, 'connect' | 'restore'> {
  /** Goes on with a login that had left the page. */
  readonly resume: Connector['connect']
}

/** The connector's calls, over one frame a kit. */
export function createLogins(options: LoginOptions): Logins {
  const kits = new WeakMap<ConnectorHost, LoginKit>()
  const kitOf = (host: ConnectorHost): LoginKit => {
    const opened = kits.get(host)
    if (opened && !opened.frame.isOver()) return opened
    const kit = openLoginKit(host, createRecords(host), options)
    kits.set(host, kit)
    return kit
  }
  return {
    connect: (request) => connect(kitOf, request, (ways, kit) => ways.logIn({ ...request, kit })),
    resume: (request) => connect(kitOf, request, (ways, kit) => ways.returnedBySocial({ ...request, kit })),
    restore: (request) => restore(kitOf, request),
  }
}

type KitOf = (host: ConnectorHost) => LoginKit

/** @returns who is there, as far as the way there says it */
type LogIn = (ways: LoginWays, kit: LoginKit) => Promise<LoginProfile | undefined>

async function connect(kitOf: KitOf, request: ConnectRequest, way: LogIn): Promise<LiveConnection> {
  const { host, signal } = request
  if (signal.aborted) throw new AbortedError({ cause: signal.reason })
  const kit = kitOf(host)
  try {
    void kit.sync()
    const [ways] = await Promise.all([kit.ways(), kit.frame.whenReady(signal)])
    checkNetworks(kit, request)
    return await open(kit, request, await way(ways, kit))
  } catch (cause) {
    const seconds = cause instanceof FrameReplyError && secondsIn(cause.message)
    throw seconds ? new LoginCoolingDownError({ seconds }) : asRejection(cause)
  }
}

/** Says before a login which of the dapp's networks the wallet lacks. @throws ChainNotSupportedError where it has none of them */
function checkNetworks(kit: LoginKit, request: ConnectRequest): void {
  const { host } = kit
  if (wantedNetworks(kit, request).length === 0) throw lacking(host)
  const { caipNetworkId: networkId } = request.network ?? {}
  if (!networkId || !familyOf(networkId) || kit.served.has(networkId)) return
  host.showRefusal?.('error.chainNotSupported')
  host.report(new ChainNotSupportedError({ networkId }))
}

const lacking = ({ networks }: ConnectorHost) =>
  new ChainNotSupportedError({ networkId: networks()[0]?.caipNetworkId ?? 'eip155:1' })

/** Takes up the login of a visit before; nothing is loaded where there was none [S4.22]. */
async function restore(kitOf: KitOf, request: RestoreRequest): Promise<LiveConnection | null> {
  const { host, signal } = request
  const records = createRecords(host)
  if (!records.isUsed()) return null
  const kit = kitOf(host)
  if (!(await asked(kit, signal))) {
    records.clear() // [S4.27]
    return null
  }
  await kit.sync()
  return open(kit, request, records.profile())
}

/** Whether the page has somebody who is logged in. A page that doesn't load says nothing about that. @throws FrameLoadError */
async function asked({ frame }: LoginKit, signal: AbortSignal): Promise<boolean> {
  try {
    const { isConnected } = await frame.request('IS_CONNECTED', undefined, signal)
    return isConnected
  } catch (error) {
    if (error instanceof FrameReplyError) return false
    throw error
  }
}

/** Who is there on each family's network; the one that the dapp would like comes last, so that the page is left there. */
async function open(
  kit: LoginKit,
  request: RestoreRequest,
  profile: LoginProfile = { provider: 'email' },
): Promise<LiveConnection> {
  const { records, host } = kit
  const [wanted, ...others] = wantedNetworks(kit, request)
  if (!wanted) throw lacking(host)
  const users: UserSession[] = []
  for (const { caipNetworkId } of others) users.push(await kit.user(caipNetworkId, request.signal))
  const user = await kit.user(wanted.caipNetworkId, request.signal)
  const smartAccountEnabledNetworks = await kit.sync()
  const live = createLiveLogin(kit, [user, ...users], { ...profile, smartAccountEnabledNetworks })
  records.loggedIn(user, profile)
  return live
}

/** The network of each served family, the dapp's own wish first. */
function wantedNetworks(
  { served, records, host }: LoginKit,
  { network, wished }: Pick<RestoreRequest, 'network' | 'wished'>,
): readonly Network[] {
  const isServed = (each: Network | undefined): each is Network => each !== undefined && served.has(each.caipNetworkId)
  const last = records.lastChain()
  const found = servedFamilies.flatMap((family) => {
    const own = host.networks().filter((each) => each.chainNamespace === family && isServed(each))
    const wish = [network, wished?.(family), own.find((each) => each.caipNetworkId === last), own[0]]
    return wish.find((each) => isServed(each) && each.chainNamespace === family) ?? []
  })
  const isWanted = ({ chainNamespace }: Network) => chainNamespace === network?.chainNamespace
  return [...found.filter(isWanted), ...found.filter((each) => !isWanted(each))]
}
