import { type ConnectorHost, onDemand } from '@foyer/core'
import { isMobile, reusesPairing } from '@foyer/core/platform'
import type { DappClient } from '../dapp/client.js'
import { createDappClient } from '../dapp/createDappClient.js'
import { createDappNode } from '../engine/createEngine.js'
import type { DappNode } from '../engine/engine.js'
import { hasNodeRecords, keepEarly } from '../engine/recordKinds.js'
import { clientSeed } from '../exchange/records.js'
import { bytesToHex, createCiphers } from '../protocol/index.js'
import { createSharedNode } from '../tabs/createSharedNode.js'
import { createTransport } from '../transport/createTransport.js'
import type { Platform } from './platform.js'

export interface OpenedClient {
  /** Shared with the origin's other pages. */
  readonly node: DappNode
  readonly dapp: DappClient
}

/** Opens a kit's client. Nobody is spoken to before it is asked for something, or has a session to listen to. */
export function openClient({
  host: { projectId, clock, storage, report },
  relayUrl,
  platform: { crypto, openSocket, random, network, ...pages },
  session,
}: {
  readonly host: ConnectorHost
  readonly relayUrl: string
  readonly platform: Platform
  /** Fetches what a session needs. @throws ChunkLoadError */
  readonly session: () => Promise<typeof import('./session.js')>
}): OpenedClient {
  const ciphers = createCiphers({ crypto })
  const relay = `${relayUrl}/`
  const shared = { ciphers, clock, random, report }
  const node = createSharedNode({
    ...shared,
    ...pages,
    name: `foyer/${projectId}/${relayUrl}`,
    meet: onDemand({ chunk: 'walletconnect.tabs', load: async () => (await session()).loadOtherPages() }),
    open() {
      const seed = clientSeed({ storage, relay, ciphers })
      const subject = bytesToHex(ciphers.randomBytes(32))
      const transport = createTransport({ ...shared, relayUrl, projectId, seed, subject, openSocket, network })
      // A phone puts the wallet in front as soon as there is a link to it, and may drop what the page is fetching.
      const hearsFirst = hasNodeRecords({ storage, relay }) || isMobile()
      return createDappNode({
        ...{ ...shared, transport },
        openHearing: async (lent) => (await session()).openHearing({ ...lent, storage, relay }),
        keepEarly: hearsFirst ? undefined : (made) => keepEarly({ storage, relay, made }),
      })
    },
  })
  return { node, dapp: createDappClient({ ...shared, node, requests: session, reuse: reusesPairing() }) }
}
