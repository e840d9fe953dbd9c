import type { Connector, ConnectorHost, ConnectRequest, LiveConnection, Network, RestoreRequest } from '@foyer/core'
import { AbortedError, ChainNotSupportedError } from '@foyer/core/errors'
import { asRejection, FrameReplyError, LoginCoolingDownError } from './errors.js'
import { logInByEmail } from './login/byEmail.js'
import { secondsIn } from './protocol/hello.js'
import type { UserSession } from './protocol/messages.js'
import { servedFamilies } from './session/chains.js'
import { createLiveLogin } from './session/liveLogin.js'
import { type LoginKit, type LoginOptions, openLoginKit } from './session/loginKit.js'
import { createRecords } from './session/records.js'

/** The connector's two calls, over one frame a kit. */
export function createLogins(options: LoginOptions): Pick<Connector, 'connect' | 'restore'> {
  const kits = new WeakMap<ConnectorHost, LoginKit>()
  const kitOf = (host: ConnectorHost): LoginKit => {
    const opened = kits.get(host)
    if (opened && !opened.frame.isOver()) return opened
    const kit = openLoginKit(host, createRecords(host), options)
    kits.set(host, kit)
    return kit
  }
  return {
    connect: (request) => connect(kitOf, request),
    restore: (request) => restore(kitOf, request),
  }
}

type KitOf = (host: ConnectorHost) => LoginKit

async function connect(kitOf: KitOf, request: ConnectRequest): Promise<LiveConnection> {
  const { host, login, signal } = request
  if (signal.aborted) throw new AbortedError({ cause: signal.reason })
  const kit = kitOf(host)
  try {
    const synced = kit.sync()
    if (login?.method === 'email') await logInByEmail({ ...request, kit, email: login.email })
    const live = await open(kit, request)
    await synced
    return live
  } catch (cause) {
    const seconds = cause instanceof FrameReplyError && secondsIn(cause.message)
    throw seconds ? new LoginCoolingDownError({ seconds }) : asRejection(cause)
  }
}

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
  return open(kit, request)
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
async function open(kit: LoginKit, request: RestoreRequest): Promise<LiveConnection> {
  const { records, host } = kit
  const [wanted, ...others] = wantedNetworks(kit, request)
  if (!wanted) throw new ChainNotSupportedError({ networkId: host.networks()[0]?.caipNetworkId ?? 'eip155:1' })
  const users: UserSession[] = []
  for (const { caipNetworkId } of others) users.push(await kit.user(caipNetworkId, request.signal))
  const user = await kit.user(wanted.caipNetworkId, request.signal)
  const live = createLiveLogin(kit, [user, ...users])
  records.loggedIn(user)
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
