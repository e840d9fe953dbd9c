import type { Family } from '../chain/ids.js'
import { type FakeClock, fakeClock } from '../clock/test/fakeClock.js'
import type { FoyerOptions } from '../config/options.js'
import type { Adapter, Connector } from '../connector/connector.js'
import { createFoyer } from '../createFoyer.js'
import type { KitEvent } from '../events/event.js'
import type { Foyer } from '../foyer.js'
import { bitcoin, mainnet, sepolia, solana } from '../networks/known.js'
import type { FoyerState } from '../state/state.js'
import type { KeyValueStorage } from '../storage/persistence.js'

export interface FakeKit {
  readonly foyer: Foyer
  readonly clock: FakeClock
  /** Returns the stored entries, without the kit's own prefix. */
  readonly stored: () => Readonly<Record<string, string>>
  readonly errors: unknown[]
  /** Waits for a state. */
  readonly until: (holds: (state: FoyerState) => boolean) => Promise<void>
  /** Waits for an event. */
  readonly happened: (event: KitEvent['event']) => Promise<void>
}

export function memoryStorage(entries: Map<string, string>): KeyValueStorage {
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => entries.set(key, value),
    removeItem: (key) => entries.delete(key),
  }
}

export function fakeAdapter(family: Family, more: Partial<Adapter> = {}): Adapter {
  return { family, type: family, actions: async () => ({ nativeBalance: async () => 1n }), ...more }
}

export function until(foyer: Foyer, holds: (state: FoyerState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (holds(foyer.store.getState())) return resolve()
    const stop = foyer.store.subscribe((state) => {
      if (!holds(state)) return
      stop()
      resolve()
    })
  })
}

export interface FakeKitParameters extends Partial<FoyerOptions> {
  readonly connectors?: readonly Connector[] | undefined
  readonly entries?: Map<string, string> | undefined
}

/** For tests: a kit of three families and four networks, on a clock that stands still and a storage of its own. */
export function fakeKit({ entries = new Map(), ...options }: FakeKitParameters = {}): FakeKit {
  const clock = fakeClock()
  const foyer = createFoyer({
    projectId: 'project',
    networks: [mainnet, sepolia, solana, bitcoin],
    adapters: [fakeAdapter('eip155'), fakeAdapter('solana'), fakeAdapter('bip122')],
    storage: memoryStorage(entries),
    clock,
    ...options,
  })
  const errors: unknown[] = []
  foyer.onError((error) => errors.push(error))
  const prefix = `@foyer/1/${options.projectId ?? 'project'}/`
  return {
    foyer,
    clock,
    errors,
    stored: () =>
      Object.fromEntries(
        [...entries].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
      ),
    until: (holds) => until(foyer, holds),
    happened: (event) =>
      new Promise((resolve) => {
        const stop = foyer.onEvent(({ data }) => {
          if (data.event !== event) return
          stop()
          resolve()
        })
      }),
  }
}
