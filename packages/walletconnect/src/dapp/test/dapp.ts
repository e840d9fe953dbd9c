import type { Clock, KeyValueStorage, PairingOffer } from '@foyer/core'
import { createEngine } from '../../engine/createEngine.js'
import type { DappSession, Engine, EngineEvent } from '../../engine/engine.js'
import type { SessionClaims } from '../../engine/sessions.js'
import { openClient } from '../../exchange/createExchange.js'
import type { Ciphers } from '../../protocol/cipher/ciphers.js'
import type { ProposalNamespaces } from '../../protocol/namespaces.js'
import type { PeerMetadata } from '../../protocol/schemas.js'
import { createSignIns } from '../../signin/signIns.js'
import type { TestRelay } from '../../transport/test/relay.js'
import type { Transport } from '../../transport/transport.js'
import { createListeners } from '../../waiting/listeners.js'
import type { DappClient, DappConnectParameters, DappEvent } from '../client.js'
import { createDappClient } from '../createDappClient.js'

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
  readonly engine: Engine
  readonly client: DappClient
  readonly storage: ReturnType<typeof testStorage>
  readonly news: readonly EngineEvent[]
  readonly events: readonly DappEvent[]
  /** The faults that were reported. */
  readonly faults: readonly unknown[]
  /** Begins to connect. */
  connect(parameters?: Partial<DappConnectParameters>): Attempt
}

export interface Attempt {
  readonly offers: readonly PairingOffer[]
  readonly session: Promise<DappSession>
  readonly abort: () => void
}

/** Ciphers whose algorithms have to be fetched, again where they couldn't be. */
function loading(ciphers: Ciphers, fetched: () => Promise<void>): Ciphers {
  let loaded: Promise<void> | undefined
  const load = () => {
    loaded ??= fetched().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  const { algorithms } = ciphers
  return {
    ...ciphers,
    newKeyPair: () => load().then(ciphers.newKeyPair),
    seal: (input) => load().then(() => ciphers.seal(input)),
    algorithms: {
      ...algorithms,
      agreement: () => load().then(algorithms.agreement),
      encryption: () => load().then(algorithms.encryption),
    },
  }
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
  claims,
}: {
  readonly relay: TestRelay
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly random: () => number
  readonly storage?: ReturnType<typeof testStorage> | undefined
  readonly reuse?: boolean | undefined
  /** Waited for before anything is encrypted or decrypted, as the chunk of its algorithms is; at once unless given. */
  readonly fetched?: (() => Promise<void>) | undefined
  readonly claims?: SessionClaims | undefined
}): TestDapp {
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  const own = fetched ? loading(ciphers, fetched) : ciphers
  const shared = { ciphers: own, clock, random, report }
  const opened = openClient({
    ...{ ...shared, storage, relayUrl: 'wss://relay.example', projectId: 'project' },
    openSocket: relay.openSocket,
  })
  const engine = createEngine({ ...shared, ...opened, claims, signingIn: createSignIns })
  const { transport } = opened
  const client = createDappClient({ ...shared, engine, transport, reuse })
  const news: EngineEvent[] = []
  const events: DappEvent[] = []
  engine.subscribe((each) => void news.push(each))
  client.listen((each) => void events.push(each))
  return {
    transport,
    engine,
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
      // Those who await it see how it ends.
      session.catch(() => undefined)
      return { offers, session, abort: () => controller.abort() }
    },
  }
}

/** For tests; no entry exports it. Another client over a page's engine, which receives a test's events only. */
export function createToldClient({
  dapp,
  clock,
  ciphers,
}: {
  readonly dapp: TestDapp
  readonly clock: Clock
  readonly ciphers: Ciphers
}): { readonly client: DappClient; readonly emit: (news: EngineEvent) => void } {
  const { subscribe, emit } = createListeners<EngineEvent>(() => undefined)
  const client = createDappClient({
    ...{ engine: { ...dapp.engine, subscribe }, ciphers, clock, random: () => 0, report: () => undefined },
  })
  return { client, emit }
}
