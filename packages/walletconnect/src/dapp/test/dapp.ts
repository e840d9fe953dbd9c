import '../../signin/authenticating.js'
import '../peerError.js'
import type { Clock, KeyValueStorage, PairingOffer } from '@foyer/core'
import { createDappNode } from '../../engine/createEngine.js'
import { createHearing } from '../../engine/createHearing.js'
import type { DappNews, DappNode, DappSession } from '../../engine/engine.js'
import { keepEarly } from '../../engine/recordKinds.js'
import { createListeners } from '../../exchange/listeners.js'
import { clientSeed, createRecords } from '../../exchange/records.js'
import { bytesToHex, type Ciphers, type PeerMetadata, type ProposalNamespaces } from '../../protocol/index.js'
import { createTransport } from '../../transport/createTransport.js'
import type { TestRelay } from '../../transport/test/relay.js'
import type { Transport } from '../../transport/transport.js'
import type { DappClient, DappConnectParameters, DappEvent } from '../client.js'
import { createDappClient } from '../createDappClient.js'
import * as requests from '../requesting.js'

// There from the start: a test's clock doesn't wait for code that is fetched.

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
  fetched,
}: {
  readonly relay: TestRelay
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly random: () => number
  readonly storage?: ReturnType<typeof testStorage> | undefined
  readonly reuse?: boolean | undefined
  /** Waited for before anything hears; at once unless given. */
  readonly fetched?: (() => Promise<void>) | undefined
}): TestDapp {
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  const isKnown = storage.text !== '[]'
  const records = createRecords({ storage, report })
  const transport = createTransport({
    relayUrl: 'wss://relay.example',
    projectId: 'project',
    ciphers,
    seed: clientSeed({ storage, ciphers }),
    subject: bytesToHex(ciphers.randomBytes(32)),
    clock,
    random,
    openSocket: relay.openSocket,
    report,
  })
  const node = createDappNode({
    ...{ transport, ciphers, clock, random, report },
    async openHearing(lent) {
      await fetched?.()
      return createHearing({ ...lent, records })
    },
    keepEarly: isKnown ? undefined : (made) => keepEarly({ storage, relay: '', made }),
  })
  const client = createDappClient({
    ...{ node, ciphers, clock, random, reuse, report },
    requests: async () => requests,
  })
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

/** For tests; no entry exports it. Another client over a page's node, which hears no news but a test's. */
export function createToldClient({
  dapp,
  clock,
  ciphers,
}: {
  readonly dapp: TestDapp
  readonly clock: Clock
  readonly ciphers: Ciphers
}): { readonly client: DappClient; readonly tell: (news: DappNews) => void } {
  const { add, tell } = createListeners<DappNews>(() => undefined)
  const client = createDappClient({
    ...{ node: { ...dapp.node, onNews: add }, ciphers, clock, random: () => 0, report: () => undefined },
    requests: async () => requests,
  })
  return { client, tell }
}
