import type { Clock } from '@foyer/core'
import type { DappSession } from '../../engine/engine.js'
import type { Ciphers } from '../../protocol/cipher/ciphers.js'
import { testCiphers } from '../../transport/test/ciphers.js'
import { createTestClock, seededRandom, type TestClock } from '../../transport/test/clock.js'
import { type Chaos, createTestRelay, type TestRelay } from '../../transport/test/relay.js'
import { type Attempt, createTestDapp, type TestDapp, type testStorage } from './dapp.js'
import { createTestWallet, type ReceivedProposal, type TestWallet, type WalletChannel } from './wallet.js'

export interface WorldOptions {
  readonly dialect?: TestRelay['dialect'] | undefined
  readonly reuse?: boolean | undefined
  readonly chaos?: Chaos | undefined
  readonly seed?: number | undefined
  readonly ciphers?: Ciphers | undefined
  /** As `createTestDapp` has it. */
  readonly fetched?: (() => Promise<void>) | undefined
}

/** An application, a wallet, and a relay between them. */
export interface TestWorld {
  readonly clock: TestClock
  readonly relay: TestRelay
  readonly dapp: TestDapp
  readonly wallet: TestWallet
  readonly ciphers: Ciphers
  /** Another page, on the storage of a former one unless another is given. */
  page(options?: {
    readonly storage?: ReturnType<typeof testStorage> | undefined
    readonly fetched?: (() => Promise<void>) | undefined
    readonly clock?: Clock
  }): TestDapp
  /** Another wallet. */
  anotherWallet(): TestWallet
  /** Begins to connect, until there is something to scan. */
  offered(dapp?: TestDapp): Promise<Attempt & { readonly uri: string }>
  /** Has a wallet scan a URI. */
  scanned(uri: string, by?: TestWallet): Promise<ReceivedProposal>
}

/** For tests; no entry exports it. */
export async function createTestWorld({
  dialect = 'both',
  reuse,
  chaos,
  seed = 1,
  ciphers: own,
  fetched,
}: WorldOptions = {}): Promise<TestWorld> {
  const clock = createTestClock()
  const random = seededRandom(seed)
  const ciphers = own ?? (await testCiphers({ random }))
  const relay = createTestRelay({ clock, random, ...(chaos ? { chaos } : {}) })
  relay.dialect = dialect
  const common = { relay, clock, ciphers, random }
  const dapp = createTestDapp({ ...common, reuse, fetched })
  const wallet = createTestWallet(common)
  return {
    clock,
    relay,
    dapp,
    wallet,
    ciphers,
    page: ({ storage = dapp.storage, ...other } = {}) => createTestDapp({ ...common, reuse, storage, ...other }),
    anotherWallet: () => createTestWallet(common),
    async offered(by = dapp) {
      const attempt = by.connect()
      await clock.untilTrue(() => attempt.offers.length > 0)
      return { ...attempt, uri: attempt.offers[0]?.uri ?? '' }
    },
    async scanned(uri, by = wallet) {
      const before = by.proposals.length
      await clock.until(by.pair(uri))
      await clock.untilTrue(() => by.proposals.length > before)
      const proposal = by.proposals.at(-1)
      if (!proposal) throw new Error('No proposal came.')
      return proposal
    },
  }
}

export interface ConnectedWorld extends TestWorld {
  readonly session: DappSession
  /** The session, as the wallet has it. */
  readonly channel: WalletChannel
}

/** For tests; no entry exports it. */
export async function connectedWorld(options?: WorldOptions): Promise<ConnectedWorld> {
  const world = await createTestWorld(options)
  const { clock, wallet } = world
  const attempt = await world.offered()
  const proposal = await world.scanned(attempt.uri)
  const channel = await clock.until(wallet.approve(proposal))
  const session = await clock.until(attempt.session)
  await clock.settle()
  return { ...world, session, channel }
}
