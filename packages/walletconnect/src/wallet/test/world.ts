import type { KeyValueStorage } from '@foyer/core'
import type { ProposalNamespaces, SessionNamespaces } from '../../protocol/namespaces.js'
import type { Publication } from '../../protocol/relayCalls.js'
import { testCiphers } from '../../transport/test/ciphers.js'
import { createTestClock, seededRandom, type TestClock } from '../../transport/test/clock.js'
import { createTestRelay, type TestRelay } from '../../transport/test/relay.js'
import type { WalletClient, WalletEvent, WalletSession } from '../client.js'
import { createWalletClient, type WalletClientParameters } from '../createWalletClient.js'
import { createTestDapp, type ProposeOptions, type TestDapp, type TestOffer } from './dapp.js'

/** A wallet, an application and a relay between them, in memory. For tests; no entry exports it. */
export interface TestWorld {
  readonly clock: TestClock
  readonly relay: TestRelay
  readonly dapp: TestDapp
  /** The present one, after a reload another. */
  readonly wallet: WalletClient
  /** The events that it emitted, of all of them. */
  readonly events: WalletEvent[]
  readonly reported: unknown[]
  readonly stored: Map<string, string>
  /** The page of the wallet goes, and comes again with what was stored. */
  reload(changes?: Partial<WalletClientParameters>): WalletClient
  /** The application offers a code, and the wallet scans it. */
  pair(options?: ProposeOptions): Promise<TestOffer>
  /** From the code to the settled session. */
  connect(options?: ProposeOptions & { readonly namespaces?: SessionNamespaces | undefined }): Promise<{
    readonly offer: TestOffer
    readonly session: WalletSession
    readonly topic: string
  }>
  /** The last event of a type. */
  last<Type extends WalletEvent['type']>(type: Type): Extract<WalletEvent, { readonly type: Type }> | undefined
  /** Returns the messages that were published under a tag and are kept by the relay. */
  tagged(tag: number): readonly Publication[]
  /** Waits for the end of a piece of work, the clock going on meanwhile. */
  outcome(work: Promise<unknown>): Promise<unknown>
  /** The events of a type, oldest first. */
  told<Type extends WalletEvent['type']>(type: Type): readonly Extract<WalletEvent, { readonly type: Type }>[]
}

export const account = 'eip155:1:0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
export const asked: ProposalNamespaces = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged', 'accountsChanged'] },
}
export const granted: SessionNamespaces = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'], accounts: [account] },
}
const metadata = { name: 'Wallet', description: 'A test', url: 'https://wallet.example', icons: [] }

const storageOver = (entries: Map<string, string>): KeyValueStorage => ({
  getItem: (key) => entries.get(key) ?? null,
  setItem: (key, value) => void entries.set(key, value),
  removeItem: (key) => void entries.delete(key),
})

export async function createTestWorld(changes: Partial<WalletClientParameters> = {}): Promise<TestWorld> {
  const clock = createTestClock()
  const random = seededRandom(1)
  const relay = createTestRelay({ clock, random })
  const ciphers = await testCiphers()
  const events: WalletEvent[] = []
  const reported: unknown[] = []
  const stored = new Map<string, string>()
  const open = (more: Partial<WalletClientParameters> = {}) => {
    const client = createWalletClient({
      ...{ relayUrl: 'wss://relay.example', projectId: 'project', metadata },
      ...{ clock, random, ciphers, openSocket: relay.openSocket, storage: storageOver(stored) },
      report: (error) => reported.push(error),
      ...changes,
      ...more,
    })
    client.listen((event) => events.push(event))
    return client
  }
  let wallet = open()
  const dapp = createTestDapp({ relay, clock, ciphers, random })
  const told = <Type extends WalletEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<WalletEvent, { readonly type: Type }> => event.type === type)
  const pair = async (options: ProposeOptions = { optional: asked }) => {
    const offer = await clock.until(dapp.propose(options))
    await clock.until(wallet.pair({ uri: offer.uri }))
    await clock.settle()
    return offer
  }
  return {
    ...{ clock, relay, dapp, events, reported, stored, told, pair },
    last: (type) => told(type).at(-1),
    tagged: (tag) => relay.messages.filter((message) => message.tag === tag),
    outcome: (work) => clock.until(work.catch((error: unknown) => error)),
    get wallet() {
      return wallet
    },
    reload(more) {
      wallet.stop()
      wallet = open(more)
      return wallet
    },
    async connect({ namespaces = granted, ...options } = {}) {
      const offer = await pair({ optional: asked, ...options })
      const session = await clock.until(wallet.approve({ id: offer.id, namespaces }))
      await clock.settle()
      const answer = dapp.answerTo(offer.id)
      const topic = await clock.until(dapp.join(offer, responderKeyOf(answer)))
      await clock.settle()
      const settle = dapp.askedFor('wc_sessionSettle')
      if (settle) await clock.until(dapp.answer({ topic, payload: { type: 'result', id: settle.id, result: true } }))
      await clock.settle()
      return { offer, session, topic }
    },
  }
}

/** The key that a wallet answers a proposal with. */
function responderKeyOf(answer: ReturnType<TestDapp['answerTo']>): string {
  const result = answer?.type === 'result' ? answer.result : undefined
  const key = typeof result === 'object' && result && 'responderPublicKey' in result ? result.responderPublicKey : ''
  return typeof key === 'string' ? key : ''
}
