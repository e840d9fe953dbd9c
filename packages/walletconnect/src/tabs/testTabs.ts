import type { DappNews, DappNode } from '../dapp/dappNode.js'
import type { Ciphers, Publication } from '../protocol/index.js'
import { createTransport } from '../transport/createTransport.js'
import { createListeners } from '../transport/listeners.js'
import { RelayRefusedError } from '../transport/RelayRefusedError.js'
import { createTestClock, seededRandom, type TestClock } from '../transport/testClock.js'
import { createTestRelay, type TestRelay } from '../transport/testRelay.js'
import { createSharedNode, type SharedNodeParameters } from './createSharedNode.js'
import * as speech from './speech.js'
import { createTestOrigin, type TestOrigin, type TestPage } from './testOrigin.js'

export const topic: string = 'ab'.repeat(32)
export const publication = (message: string): Publication => ({ topic, message, ttl: 300, tag: 1108 })

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
    const transport = createTransport({
      relayUrl: 'wss://relay.example',
      projectId: 'project',
      ciphers,
      seed: new Uint8Array(32).fill(1),
      subject: 'ab'.repeat(32),
      clock,
      random,
      openSocket: relay.openSocket,
      report: (error) => reported.push(error),
    })
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
      understand: async () => speech,
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
