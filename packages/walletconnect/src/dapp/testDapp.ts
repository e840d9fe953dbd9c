import type { Clock, KeyValueStorage, PairingOffer } from '@foyer/core'
import { bytesToHex, type Ciphers, type PeerMetadata, type ProposalNamespaces } from '../protocol/index.js'
import { createRecords } from '../records/records.js'
import { createTransport } from '../transport/createTransport.js'
import type { TestRelay } from '../transport/testRelay.js'
import type { Transport } from '../transport/transport.js'
import { createDappClient } from './createDappClient.js'
import { createDappNode } from './createDappNode.js'
import type { DappClient, DappConnectParameters, DappEvent } from './dappClient.js'
import type { DappNews, DappNode } from './dappNode.js'
import type { DappSession } from './dappSession.js'
// There from the start: a test's clock doesn't wait for code that is fetched.
import './authenticating.js'
import './peerError.js'

/** For tests; no entry exports it. A storage in memory. */
export function testStorage(): KeyValueStorage & { clear(): void; readonly text: string } {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    get text() {
      return JSON.stringify([...values])
    },
  }
}

export const metadata: PeerMetadata = { name: 'A dapp', description: '', url: 'https://dapp.example', icons: [] }
export const requested: ProposalNamespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  },
}

/** An application's side of all, in one page. */
export interface TestDapp {
  readonly transport: Transport
  readonly node: DappNode
  readonly client: DappClient
  readonly storage: ReturnType<typeof testStorage>
  readonly news: readonly DappNews[]
  readonly events: readonly DappEvent[]
  /** What was reported. */
  readonly faults: readonly unknown[]
  /** Begins to connect. */
  connect(parameters?: Partial<DappConnectParameters>): Attempt
}

export interface Attempt {
  readonly offers: readonly PairingOffer[]
  readonly session: Promise<DappSession>
  readonly abort: () => void
}

/** For tests; no entry exports it. */
export function createTestDapp({
  relay,
  clock,
  ciphers,
  random,
  storage = testStorage(),
  reuse,
}: {
  readonly relay: TestRelay
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly random: () => number
  readonly storage?: ReturnType<typeof testStorage> | undefined
  readonly reuse?: boolean | undefined
}): TestDapp {
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  const records = createRecords({ storage, report })
  const transport = createTransport({
    relayUrl: 'wss://relay.example',
    projectId: 'project',
    ciphers,
    seed: records.seed(ciphers),
    subject: bytesToHex(ciphers.randomBytes(32)),
    clock,
    random,
    openSocket: relay.openSocket,
    report,
  })
  const node = createDappNode({ transport, records, ciphers, clock, random, report })
  const client = createDappClient({ node, ciphers, clock, random, reuse, report })
  const news: DappNews[] = []
  const events: DappEvent[] = []
  node.onNews((each) => void news.push(each))
  client.listen((each) => void events.push(each))
  return {
    transport,
    node,
    client,
    storage,
    news,
    events,
    faults,
    connect(parameters) {
      const controller = new AbortController()
      const offers: PairingOffer[] = []
      const session = client.connect({
        metadata,
        requested,
        offer: (offer) => void offers.push(offer),
        signal: controller.signal,
        ...parameters,
      })
      // Whoever awaits it sees how it ends.
      session.catch(() => undefined)
      return { offers, session, abort: () => controller.abort() }
    },
  }
}
