import type { Engine, EngineEvent } from '../../engine/engine.js'
import type { Ciphers } from '../../protocol/cipher/ciphers.js'
import type { Publication } from '../../protocol/relayCalls.js'
import { RelayRefusedError } from '../../transport/errors.js'
import { createTestClock, seededRandom, type TestClock } from '../../transport/test/clock.js'
import { createTestRelay, type TestRelay } from '../../transport/test/relay.js'
import { createTestTransport } from '../../transport/test/world.js'
import { createListeners } from '../../waiting/listeners.js'
import { createSharedEngine, type SharedEngineParameters } from '../createSharedEngine.js'
import { createTestOrigin, type TestOrigin, type TestPage } from './origin.js'

export const topic: string = 'ab'.repeat(32)
export const publication = (message: string): Publication => ({ topic, message, ttl: 300, tag: 1108 })
export const emitted = (name: string): EngineEvent => ({
  type: 'emitted',
  topic,
  chainId: 'eip155:1',
  name,
  data: { of: [1] },
})
export const ofType = (heard: readonly EngineEvent[], type: EngineEvent['type']): readonly EngineEvent[] =>
  heard.filter((each) => each.type === type)

/** An engine that knows nothing. */
export const createIdleEngine = (): Engine => ({
  propose: async () => ({ pairingTopic: topic, uri: '', madeAt: 0 }),
  conclude: async () => undefined,
  withdraw: async () => undefined,
  publish: async () => undefined,
  end: async () => undefined,
  sessions: async () => [],
  keyOf: async () => undefined,
  wake() {},
  subscribe: () => () => {},
  stop() {},
})

/** A page of the tests' origin, with its way to the engine and the news that it heard. */
export interface TestTab extends TestPage {
  readonly engine: Engine
  readonly heard: EngineEvent[]
}

export interface TestTabs {
  readonly clock: TestClock
  readonly relay: TestRelay
  readonly origin: TestOrigin
  readonly reported: readonly unknown[]
  readonly random: () => number
  /** How many nodes were opened, and how many of them stand. */
  readonly opened: number
  readonly standing: number
  openPage(changes?: Partial<SharedEngineParameters>): TestTab
  openEngine(): Engine
  /** Returns the messages that the relay was given, in their order. */
  messages(): readonly string[]
  /** Has every engine that stands say this. */
  tell(news: EngineEvent): void
}

/** An origin whose pages share a client's socket and what is stored. */
export function createTestTabs({
  ciphers,
  seed = 1,
}: {
  readonly ciphers: Ciphers
  readonly seed?: number | undefined
}): TestTabs {
  const clock = createTestClock()
  const random = seededRandom(seed)
  const relay = createTestRelay({ clock, random })
  const origin = createTestOrigin({ clock })
  const reported: unknown[] = []
  const news = createListeners<EngineEvent>((error) => reported.push(error))
  let opened = 0
  let standing = 0
  /** An engine as pages need it, over a real transport. */
  const openEngine = (): Engine => {
    opened += 1
    standing += 1
    const report = (error: unknown) => reported.push(error)
    const transport = createTestTransport({ relay, ciphers, clock, random, report })
    transport.watch([topic]).catch(() => undefined)
    const listeners = createListeners<EngineEvent>((error) => reported.push(error))
    const end = news.subscribe(listeners.emit)
    return {
      propose: async ({ attempt }) => ({ pairingTopic: topic, uri: attempt, madeAt: clock.now() }),
      conclude: async () => undefined,
      withdraw: async () => undefined,
      publish: async (params) => void (await transport.call({ method: 'irn_publish', params })),
      end: async () => {
        throw new RelayRefusedError({ reason: 'origin', relay: 'wss://relay.example' })
      },
      sessions: async () => [],
      keyOf: async (asked) => (asked === topic ? topic : undefined),
      wake: transport.wake,
      subscribe: listeners.subscribe,
      stop() {
        standing -= 1
        end()
        transport.stop()
      },
    }
  }
  const openPage = (changes: Partial<SharedEngineParameters> = {}) => {
    const page = origin.open()
    const engine = createSharedEngine({
      name: 'kit',
      open: openEngine,
      locks: page.locks,
      channel: page.channel,
      page: page.life,
      clock: page.clock,
      random,
      report: (error) => reported.push(error),
      ...changes,
    })
    const heard: EngineEvent[] = []
    engine.subscribe((each) => heard.push(each))
    return { ...page, engine, heard }
  }
  return {
    clock,
    relay,
    origin,
    openPage,
    openEngine,
    reported,
    messages: () => relay.messages.map(({ message }) => message),
    tell: news.emit,
    random,
    get opened() {
      return opened
    },
    get standing() {
      return standing
    },
  }
}
