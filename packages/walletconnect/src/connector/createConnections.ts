import { type Connector, type ConnectorHost, type ConnectRequest, onDemand } from '@foyer/core'
import { ProviderDisconnectedError } from '@foyer/core/errors'
import type { DappEvent } from '../dapp/dappClient.js'
import type { DappSession } from '../dapp/dappSession.js'
import { familyOf, pairingTimes, requestedNamespaces } from '../protocol/index.js'
import type { WalletConnectOptions } from '../walletConnect.js'
import type { LiveSession, LiveSessionParameters } from './liveSession.js'
import { type OpenedClient, openClient } from './openClient.js'
import { type OpenedMemory, openedMemory } from './openedWallet.js'
import { browserPlatform, type Platform } from './platform.js'
import { watchPage } from './watchPage.js'

/** Where phone wallets listen. */
const publicRelay = 'wss://relay.walletconnect.org'
/** How long a page that was loaded again waits for what a wallet answered meanwhile. */
const catchUpMs = 8_000

/** What is opened for one kit. */
interface Kit extends OpenedClient {
  readonly host: ConnectorHost
  /** The one that is live, of a session; its code comes with the first. @throws ChunkLoadError */
  live(session: DappSession): Promise<LiveSession>
  /** The pairing that waits for a wallet. */
  readonly awaited: OpenedMemory
  /** The pairing that the session in use came of. */
  readonly used: OpenedMemory
  /** Called when the page goes out of sight. */
  hidden?: (() => void) | undefined
}

/** The connector's two calls, over one client a kit. */
export function createConnections(
  options: WalletConnectOptions,
  platform: Platform = browserPlatform(),
): Pick<Connector, 'connect' | 'restore'> {
  const kits = new WeakMap<ConnectorHost, Kit>()
  const kitOf = (host: ConnectorHost) => {
    const kit = kits.get(host) ?? openKit({ host, options, platform, closed: () => kits.delete(host) })
    kits.set(host, kit)
    return kit
  }
  return {
    connect: (request) => connect(kitOf(request.host), { ...request, options }),
    async restore({ network, signal, host }) {
      const kit = kitOf(host)
      const session = await sessionToRestore(kit, signal)
      return session ? (await kit.live(session)).connection(network) : null
    },
  }
}

function openKit({
  host,
  options: { relayUrl = publicRelay, override, preferUniversalLinks = false },
  platform,
  closed,
}: {
  readonly host: ConnectorHost
  readonly options: WalletConnectOptions
  readonly platform: Platform
  readonly closed: () => void
}): Kit {
  const { storage, report } = host
  const client = openClient({ host, relayUrl, platform })
  const { dapp } = client
  const used = openedMemory({ storage, of: 'used' })
  const opening = onDemand({ chunk: 'walletconnect.links', load: () => import('./openForRequest.js') })
  const sent: LiveSessionParameters['sent'] = ({ session, requestId }) => {
    const { pairingTopic, href } = used.read() ?? {}
    if (href === undefined || pairingTopic !== session.pairingTopic || session.disableDeepLink) return
    const open = { session, requestId, href, prefersUniversal: preferUniversalLinks, report }
    opening().then(({ openForRequest }) => openForRequest(open), report)
  }
  const liveSession = onDemand({ chunk: 'walletconnect.session', load: () => import('./liveSession.js') })
  const sessions = new Map<string, Promise<LiveSession>>()
  const hear = (event: DappEvent) => {
    if (event.type === 'status') return
    const topic = 'topic' in event ? event.topic : event.session.topic
    sessions.get(topic)?.then((live) => live.hear(event), report)
    if (event.type === 'ended') sessions.delete(topic)
  }
  const kit: Kit = {
    ...client,
    host,
    awaited: openedMemory({ storage, of: 'awaited' }),
    used,
    async live(session) {
      const { topic } = session
      const make = async () =>
        (await liveSession()).createLiveSession({ host, dapp, sent, rpcMap: override?.rpcMap, session })
      const live = sessions.get(topic) ?? make()
      sessions.set(topic, live)
      try {
        await live
      } catch (error) {
        sessions.delete(topic)
        throw error
      }
      // The wallet may have ended it meanwhile, with nobody to hear it yet.
      if (!sessions.has(topic)) throw new ProviderDisconnectedError()
      return live
    },
  }
  const stopHearing = dapp.listen(hear)
  const stopWatching = watchPage({ shown: dapp.wake, hidden: () => kit.hidden?.() })
  host.onStop(() => {
    closed()
    stopWatching()
    stopHearing()
    dapp.stop()
  })
  return kit
}

async function connect(
  kit: Kit,
  { network, signal, host, offer, picked, options }: ConnectRequest & { readonly options: WalletConnectOptions },
): ReturnType<Connector['connect']> {
  const { override, sessionProperties, scopedProperties } = options
  const { metadata, clock } = host
  const networks = host.networks().map(({ caipNetworkId }) => caipNetworkId)
  let hidden: Kit['hidden']
  try {
    const session = await kit.dapp.connect({
      metadata,
      requested: requestedNamespaces({ networks, override }),
      sessionProperties,
      scopedProperties,
      signal,
      offer(pairing) {
        const [, pairingTopic = ''] = /^wc:([^@]*)/.exec(pairing.uri) ?? []
        // The browser may drop the page while a wallet is in front of it.
        hidden = () => kit.awaited.write({ pairingTopic, madeAt: pairing.madeAt, href: picked()?.href })
        kit.hidden = hidden
        offer(pairing)
      },
    })
    kit.used.write({ pairingTopic: session.pairingTopic, madeAt: clock.now(), href: picked()?.href })
    return await connectionOf({ kit, session, network, signal })
  } finally {
    if (kit.hidden === hidden) kit.hidden = undefined
    kit.awaited.write(undefined)
  }
}

/** A wallet has agreed; where that leads to nothing here, it is told. */
async function connectionOf({
  kit,
  session,
  network,
  signal,
}: Pick<ConnectRequest, 'network' | 'signal'> & {
  readonly kit: Kit
  readonly session: DappSession
}): ReturnType<Connector['connect']> {
  try {
    const live = await kit.live(session)
    signal.throwIfAborted()
    return live.connection(network)
  } catch (error) {
    kit.dapp.disconnect({ topic: session.topic }).catch(kit.host.report)
    throw error
  }
}

/** The newest session with a family that the kit has a use for; or the one that a wallet settles now, as a page before this one has asked it to. */
async function sessionToRestore(kit: Kit, signal: AbortSignal): Promise<DappSession | undefined> {
  const { host, node, dapp, awaited, used } = kit
  const networks = host.networks()
  const isUsable = (session: DappSession) =>
    Object.keys(session.namespaces).some((key) => networks.some((each) => each.chainNamespace === familyOf(key)))
  const pairing = awaited.read()
  const isAwaited = pairing && host.clock.now() < pairing.madeAt + pairingTimes.lifetimeSeconds * 1_000
  const standing = async () => (await dapp.sessions()).find(isUsable)
  let session = await standing()
  if (!session && isAwaited) {
    const settled = settlement({ node, clock: host.clock, signal })
    session = (await standing()) ?? (await settled)
  }
  awaited.write(undefined)
  if (pairing && session && session.pairingTopic !== used.read()?.pairingTopic)
    used.write({ ...pairing, pairingTopic: session.pairingTopic })
  return session && isUsable(session) ? session : undefined
}

function settlement({
  node,
  clock,
  signal,
}: Pick<Kit, 'node'> & Pick<ConnectorHost, 'clock'> & { readonly signal: AbortSignal }): Promise<
  DappSession | undefined
> {
  return new Promise((resolve) => {
    const end = (session?: DappSession | undefined) => {
      stopClock()
      stopHearing()
      signal.removeEventListener('abort', abort)
      resolve(session)
    }
    const abort = () => end()
    const stopClock = clock.setTimeout(abort, catchUpMs)
    const stopHearing = node.onNews((news) => news.type === 'settled' && end(news.session))
    signal.addEventListener('abort', abort)
  })
}
