import type { DappNews, DappNode } from '../../engine/engine.js'
import { createListeners } from '../../exchange/listeners.js'
import type { Ciphers, Publication } from '../../protocol/index.js'
import { RelayRefusedError } from '../../transport/errors.js'
import { createTestClock, seededRandom, type TestClock } from '../../transport/test/clock.js'
import { createTestRelay, type TestRelay } from '../../transport/test/relay.js'
import { createTestTransport } from '../../transport/test/world.js'
import { createSharedNode, type SharedNodeParameters } from '../createSharedNode.js'
import * as otherPages from '../otherPages.js'
import { createTestOrigin, type TestOrigin, type TestPage } from './origin.js'

export const topic: string = 'ab'.repeat(32)
export const publication = (message: string): Publication => ({ topic, message, ttl: 300, tag: 1108 })
export const emitted = (name: string): DappNews => ({
  type: 'emitted',
  topic,
  chainId: 'eip155:1',
  name,
  data: { of: [1] },
})
export const ofType = (heard: readonly DappNews[], type: DappNews['type']): readonly DappNews[] =>
  heard.filter((each) => each.type === type)

/** A node that knows nothing. */
export const createIdleNode = (): DappNode => ({
  propose: async () => ({ pairingTopic: topic, uri: '', madeAt: 0 }),
  conclude: async () => undefined,
  withdraw: async () => undefined,
  publish: async () => undefined,
  end: async () => undefined,
  sessions: async () => [],
  keyOf: async () => undefined,
  wake() {},
  onNews: () => () => {},
  stop() {},
})

/** A page of the tests' origin, with its way to the node and the news that it heard. */
export interface TestTab extends TestPage {
  readonly node: DappNode
  readonly heard: DappNews[]
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
  openPage(changes?: Partial<SharedNodeParameters>): TestTab
  /** What the relay was given, in its order. */
  messages(): readonly string[]
  /** Has every node that stands say this. */
  tell(news: DappNews): void
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
  const news = createListeners<DappNews>((error) => reported.push(error))
  let opened = 0
  let standing = 0
  /** A node as pages need it, over a real transport. */
  const openNode = (): DappNode => {
    opened += 1
    standing += 1
    const report = (error: unknown) => reported.push(error)
    const transport = createTestTransport({ relay, ciphers, clock, random, report })
    transport.watch([topic]).catch(() => undefined)
    const listeners = createListeners<DappNews>((error) => reported.push(error))
    const end = news.add(listeners.tell)
    return {
      propose: async ({ attempt }) => ({ pairingTopic: topic, uri: attempt, madeAt: clock.now() }),
      conclude: async () => undefined,
      withdraw: async () => undefined,
      publish: async (params) => void (await transport.call({ method: 'irn_publish', params })),
      end: async () => {
        throw new RelayRefusedError({ reason: 'origin' })
      },
      sessions: async () => [],
      keyOf: async (asked) => (asked === topic ? topic : undefined),
      wake: transport.wake,
      onNews: listeners.add,
      stop() {
        standing -= 1
        end()
        transport.stop()
      },
    }
  }
  const openPage = (changes: Partial<SharedNodeParameters> = {}) => {
    const page = origin.open()
    const node = createSharedNode({
      meet: async () => otherPages,
      name: 'kit',
      open: openNode,
      locks: page.locks,
      channel: page.channel,
      page: page.life,
      clock: page.clock,
      random,
      report: (error) => reported.push(error),
      ...changes,
    })
    const heard: DappNews[] = []
    node.onNews((each) => heard.push(each))
    return { ...page, node, heard }
  }
  return {
    clock,
    relay,
    origin,
    openPage,
    reported,
    messages: () => relay.messages.map(({ message }) => message),
    tell: news.tell,
    random,
    get opened() {
      return opened
    },
    get standing() {
      return standing
    },
  }
}
