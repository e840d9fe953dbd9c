import { type ConnectorHost, type NetworkId, onDemand } from '@foyer/core'
import { reusesPairing } from '@foyer/core/platform'
import { createSessionClient, type SessionClient } from '../dapp/createSessionClient.js'
import { createEngine } from '../engine/createEngine.js'
import type { Engine } from '../engine/engine.js'
import { openClient } from '../exchange/createExchange.js'
import { createCiphers } from '../protocol/cipher/ciphers.js'
import { createSharedEngine } from '../tabs/createSharedEngine.js'
import { createLiveSessions, type LiveSessions, sessionClaims } from './liveSessions.js'
import type { WalletConnectOptions } from './options.js'
import { type Platform, watchPage } from './platform.js'

/** Everything that is opened for one kit. */
export interface Kit {
  /** Shared with the origin's other pages. */
  readonly engine: Engine
  readonly dapp: SessionClient
  readonly sessions: LiveSessions
  /** Loads the code by which visitors sign in while they connect. @throws ChunkLoadError */
  readonly loadSigningIn: () => Promise<typeof import('../dapp/connectSigningIn.js')>
}

/** Opens a kit's client. It connects to the relay once it is asked for something, or has a session to listen to. */
export function openKit({
  host,
  relayUrl,
  platform: { crypto, openSocket, random, network, ...pages },
  options,
}: {
  readonly host: ConnectorHost
  readonly relayUrl: string
  readonly platform: Platform
  readonly options: WalletConnectOptions
}): Kit {
  const { clock, storage, report } = host
  const projectId = options.projectId || host.projectId
  const ciphers = createCiphers({ crypto })
  const loadSigningIn = onDemand({ chunk: 'walletconnect', load: () => import('../dapp/connectSigningIn.js') })
  const shared = { ciphers, clock, random, report }
  // Without locks each page has an engine of its own, over records that the others have as well.
  const claims = pages.locks && sessionClaims(storage)
  const engine = createSharedEngine({
    ...{ ...shared, ...pages },
    name: `foyer/${host.corner ?? ''}${projectId}/${relayUrl}`,
    async open() {
      // Without it wallets only connect, and sign afterwards.
      const signingIn =
        host.signsIn && idsOf(host).some(signsInWhileConnecting) ? await loadSigningIn().catch(report) : undefined
      const opened = openClient({ ...shared, relayUrl, projectId, storage, relay: `${relayUrl}/`, openSocket, network })
      return createEngine({ ...shared, ...opened, claims, signingIn: signingIn?.createSignIns })
    },
  })
  const dapp = createSessionClient({ ...shared, engine, reuse: reusesPairing() })
  const sessions = createLiveSessions({ host, dapp, isShared: pages.locks !== undefined, options })
  const stopWatching = watchPage((isHidden) => isHidden || dapp.wake())
  host.onStop(() => {
    stopWatching()
    dapp.stop()
  })
  return { engine, dapp, sessions, loadSigningIn }
}

/** Wallets sign in on Ethereum's chains while they connect. */
export const signsInWhileConnecting = (id: NetworkId): boolean => id.startsWith('eip155:')

/** The networks that are configured now. */
export const idsOf = ({ networks }: Pick<ConnectorHost, 'networks'>): readonly NetworkId[] =>
  networks().map(({ caipNetworkId }) => caipNetworkId)
