import { expect, test } from 'vitest'
import type { NetworkId } from '../chain/ids.js'
import { type FakeClock, fakeClock } from '../clock/test/fakeClock.js'
import type { Connector, LiveConnection, WalletEvent } from '../connector/connector.js'
import { account } from '../connector/test/fakeConnector.js'
import { createConnectionControls } from '../createConnectionControls.js'
import { createContext } from '../createContext.js'
import { FoyerError } from '../errors/FoyerError.js'
import { mainnet, sepolia } from '../networks/known.js'
import { isRunning } from '../state/attempt.js'
import { accountSnapshot, networkIdOf } from '../state/selectors.js'
import { fakeAdapter, memoryStorage } from '../test/fakeKit.js'

// FOYER_FULL=1: the whole figure of the requirement.
const runs = process.env.FOYER_FULL ? 10_000 : 1_000
const trouble = 0.3

/** Mulberry32: the same seed gives the same troubles. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A wallet behind a bad line: answers and events are dropped, delayed, doubled, and so reordered. It knows for itself where it stands. */
function faultyWallet({ id, clock, random }: { id: string; clock: FakeClock; random: () => number }) {
  const truth: { network: NetworkId } = { network: 'eip155:1' }
  const listeners = new Set<(event: WalletEvent) => void>()
  const deliver = (hand: () => void) => {
    if (random() < trouble) return // dropped
    const late = () => clock.setTimeout(hand, random() < trouble ? random() * 60_000 : 0)
    late()
    if (random() < trouble) late() // doubled
  }
  const ask = <T>(agree: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (random() < trouble / 3) return deliver(() => reject({ code: 4001, message: 'no' }))
      deliver(() => resolve(agree()))
    })
  const live = (): LiveConnection => ({
    accounts: [account(`0x${id}`)],
    networks: { eip155: truth.network },
    providers: {},
    listen(listener) {
      const own = (event: WalletEvent) => listener(event)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    switchNetwork: ({ network }) =>
      ask(() => {
        truth.network = network.caipNetworkId
        emit({ type: 'networkChanged', family: 'eip155', networkId: truth.network })
      }),
    disconnect: () => ask(() => undefined),
  })
  const emit = (event: WalletEvent) => {
    for (const listener of [...listeners]) deliver(() => listeners.has(listener) && listener(event))
  }
  const connector: Connector = {
    id,
    name: id,
    type: 'ANNOUNCED',
    families: ['eip155'],
    connect: () => ask(live),
    restore: () => ask(live),
  }
  return { connector, listeners }
}

const steps = ['connect a', 'connect b', 'switch', 'disconnect', 'wait', 'wait'] as const

async function chaos(seed: number): Promise<void> {
  const random = seeded(seed)
  const clock = fakeClock()
  const wallets = ['a', 'b'].map((id) => faultyWallet({ id, clock, random }))
  const options = {
    projectId: 'project',
    networks: [mainnet, sepolia],
    adapters: [fakeAdapter('eip155')],
    connectors: wallets.map(({ connector }) => connector),
    storage: memoryStorage(new Map()),
    clock,
  } as const
  const kit = createContext(options)
  const controls = createConnectionControls(kit)
  controls.start()
  // The model: what the promises of the calls have resolved or rejected with, all that a caller can know.
  let model: string | undefined
  let newest = 0
  let open = 0
  const call = (promise: Promise<unknown>, agreed: () => void) => {
    open++
    promise.then(
      () => {
        open--
        agreed()
      },
      (error: unknown) => {
        open--
        expect(error).toBeInstanceOf(FoyerError)
      },
    )
  }
  for (let turn = 0; turn < 8; turn++) {
    const step = steps[Math.floor(random() * steps.length)]
    if (step === 'connect a' || step === 'connect b') {
      const connectorId = step.slice(-1)
      const mine = ++newest
      call(controls.connect({ connectorId }), () => {
        expect(mine).toBe(newest) // only the newest attempt can succeed
        model = connectorId
      })
    }
    if (step === 'switch') {
      const networkId = random() < 0.5 ? 'eip155:1' : 'eip155:11155111'
      call(controls.switchNetwork(networkId), () => expect(networkIdOf(kit.store.getState())).toBe(networkId))
    }
    if (step === 'disconnect') {
      newest++
      model = undefined
      call(controls.disconnect(), () => {})
    }
    await clock.advance(random() * 30_000)
    if (!kit.store.getState().connection.pending.eip155)
      expect(accountSnapshot(kit.store.getState()).wallet?.id).toBe(model)
  }
  await clock.advance(10 * 60_000)
  const { connection } = kit.store.getState()
  expect(open).toBe(0) // every promise has settled
  expect(connection.pending).toEqual({}) // nothing is stuck in connecting
  expect(Object.values(connection.attempts).filter(isRunning)).toEqual([])
  expect(accountSnapshot(kit.store.getState())).toMatchObject({
    status: model ? 'connected' : 'disconnected',
    address: model && `0x${model}`,
  })
  expect(wallets.map(({ listeners, connector }) => [connector.id, listeners.size])).toEqual(
    ['a', 'b'].map((id) => [id, id === model ? 1 : 0]),
  )
  expect(kit.live.size).toBe(model ? 1 : 0)
  controls.stop()
  expect(wallets.map(({ listeners }) => listeners.size)).toEqual([0, 0])
  expect(clock.pending).toBe(0)
}

test(`[F18] ${runs} seeded runs of connect, switch and disconnect over a bad line agree with a model, and nothing is stuck`, async () => {
  // Fetched by then: the clock of the runs doesn't wait for a fetch.
  await Promise.all([import('../errors/foreignError.js'), import('../queries.js')])
  for (let seed = 1; seed <= runs; seed++) {
    try {
      await chaos(seed)
    } catch (cause) {
      throw new Error(`The run with seed ${seed} disagrees`, { cause })
    }
  }
})
