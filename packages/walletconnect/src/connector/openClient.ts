import { type ConnectorHost, onDemand } from '@foyer/core'
import { reusesPairing } from '@foyer/core/platform'
import { createDappClient } from '../dapp/createDappClient.js'
import { createDappNode } from '../dapp/createDappNode.js'
import type { DappClient } from '../dapp/dappClient.js'
import type { DappNode } from '../dapp/dappNode.js'
import { bytesToHex, createCiphers } from '../protocol/index.js'
import { createRecords } from '../records/records.js'
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
}: {
  readonly host: ConnectorHost
  readonly relayUrl: string
  readonly platform: Platform
}): OpenedClient {
  const ciphers = createCiphers({ crypto })
  const shared = { ciphers, clock, random, report }
  const node = createSharedNode({
    ...shared,
    ...pages,
    name: `foyer/${projectId}/${relayUrl}`,
    understand: onDemand({ chunk: 'walletconnect.tabs', load: () => import('../tabs/speech.js') }),
    open() {
      const records = createRecords({ storage, report, relay: `${relayUrl}/` })
      const seed = records.seed(ciphers)
      const subject = bytesToHex(ciphers.randomBytes(32))
      const transport = createTransport({ ...shared, relayUrl, projectId, seed, subject, openSocket, network })
      return createDappNode({ ...shared, transport, records })
    },
  })
  return { node, dapp: createDappClient({ ...shared, node, reuse: reusesPairing() }) }
}
