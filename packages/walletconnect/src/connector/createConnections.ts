import { type Connector, type ConnectorHost, onDemand } from '@foyer/core'
import type { DappEvent } from '../dapp/client.js'
import type { DappSession } from '../engine/engine.js'
import { pairingTimes, requestedNamespaces } from '../protocol/index.js'
import type { WalletConnectOptions } from '../walletConnect.js'
import type { LiveSessions } from './liveSessions.js'
import { type OpenedClient, openClient } from './openClient.js'
import { browserPlatform, type Platform } from './platform.js'
import { watchPage } from './watchPage.js'

/** Where phone wallets listen. */
const publicRelay = 'wss://relay.walletconnect.org'
/** Where a page that goes out of sight writes what it waits for: when that ends, in ms since 1970, and the link that opened the wallet, if any. */
const awaitedKey = 'walletconnect/awaited'

/** What is opened for one kit. */
interface Kit extends OpenedClient {
  /** The sessions in use. @throws ChunkLoadError */
  live(): Promise<LiveSessions>
}

/** The connector's two calls, over one client a kit. */
export function createConnections(
  options: WalletConnectOptions,
  platform: Platform = browserPlatform(),
): Pick<Connector, 'connect' | 'restore'> {
  const { relayUrl = publicRelay, override, sessionProperties, scopedProperties } = options
  const kits = new WeakMap<ConnectorHost, Kit>()
  const session = onDemand({ chunk: 'walletconnect.session', load: () => import('./session.js') })

  const kitOf = (host: ConnectorHost): Kit => {
    const opened = kits.get(host)
    if (opened) return opened
    const client = openClient({ host, relayUrl, platform, session })
    const { dapp } = client
    let sessions: LiveSessions | undefined
    const live = async () => {
      const { createLiveSessions } = await session()
      sessions ??= createLiveSessions({ host, dapp, isShared: platform.locks !== undefined, options })
      return sessions
    }
    const stopWatching = watchPage((isHidden) => isHidden || dapp.wake())
    host.onStop(() => {
      kits.delete(host)
      stopWatching()
      dapp.stop()
    })
    const kit = { ...client, live }
    kits.set(host, kit)
    return kit
  }

  return {
    async connect({ host, network, signal, offer, picked }) {
      const { dapp, live } = kitOf(host)
      const { metadata, storage, report } = host
      let endsAt: number | undefined
      let agreed: DappSession | undefined
      const early: DappEvent[] = []
      const stopHearing = dapp.listen((event) => early.push(event))
      // The browser may drop the page while a wallet is in front of it.
      const stopWatching = watchPage((isHidden) => {
        if (isHidden && endsAt) storage.setItem(awaitedKey, `${endsAt} ${picked()?.href ?? ''}`)
      })
      try {
        agreed = await dapp.connect({
          metadata,
          requested: requestedNamespaces({
            networks: host.networks().map(({ caipNetworkId }) => caipNetworkId),
            override,
          }),
          sessionProperties,
          scopedProperties,
          signal,
          offer(pairing) {
            endsAt = pairing.madeAt + pairingTimes.lifetimeSeconds * 1_000
            offer(pairing)
          },
        })
        const sessions = await live()
        signal.throwIfAborted()
        return sessions.take({ session: agreed, network, opened: picked() ?? {}, early })
      } catch (error) {
        // A wallet that has agreed is told that it leads to nothing.
        if (agreed) dapp.disconnect(agreed).catch(report)
        throw error
      } finally {
        stopHearing()
        stopWatching()
        storage.removeItem(awaitedKey)
      }
    },
    async restore(request) {
      const kit = kitOf(request.host)
      const [{ restore }, sessions] = await Promise.all([session(), kit.live()])
      return restore({ ...request, ...kit, sessions, awaitedKey })
    },
  }
}
