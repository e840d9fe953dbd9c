import type { Api } from './api/project.js'
import type { Family } from './chain/ids.js'
import type { Clock } from './clock/clock.js'
import type { ResolvedOptions } from './config/options.js'
import type { Adapter, AdapterHost, Connector, LiveConnection } from './connector/connector.js'
import type { EventStream } from './events/stream.js'
import type { Foyer } from './foyer.js'
import type { AttemptId, RunningAttempt } from './state/attempt.js'
import type { ConnectionId } from './state/connection.js'
import type { FoyerState } from './state/state.js'
import type { Persistence } from './storage/persistence.js'
import type { Store } from './store/store.js'

/** The queries and their cache: by declaration from where they are put together, `queries.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: what puts it together declares it
export interface Queries {}

/** The shared parts of a kit's rooms: made by `createFoyer`, never global. */
export interface FoyerContext extends EventStream {
  readonly options: ResolvedOptions
  readonly store: Store<FoyerState>
  readonly clock: Clock
  readonly persistence: Persistence
  readonly adapters: ReadonlyMap<Family, Adapter>
  readonly adapterHost: AdapterHost
  readonly connectors: Map<string, Connector>
  /** The live connections beside the store, and what removes the listener of each. */
  readonly live: Map<ConnectionId, { readonly live: LiveConnection; readonly stopListening: () => void }>
  /** The running attempts, by id. */
  readonly running: Map<AttemptId, RunningAttempt>
  readonly update: (change: (state: FoyerState) => Partial<FoyerState> | FoyerState) => void
  /** Reports to the host an error that no call rejects with. */
  readonly report: (error: unknown) => void
  readonly onError: (listener: (error: unknown) => void) => () => void
  /** Loads the code that the first press needs, or a connection to restore. @throws ChunkLoadError */
  readonly controls: () => Promise<KitControls>
  /** The same once it is there: what opens and closes the modal can't wait for it. */
  loaded?: KitControls | undefined
  /** The first view on its way: until it is painted nothing else is asked for. */
  firstView?: Promise<unknown> | undefined
  /** While developing: the kit was made as React rendered a component. */
  isMadeInRender?: boolean | undefined
  /** Loads the queries and their cache. @throws ChunkLoadError */
  readonly queries: () => Promise<Queries>
  /** The operator's server; undefined where the host named none. */
  readonly api: (() => Promise<Api>) | undefined
  /** The rooms' state beside the store, by its class: see `roomOf`. */
  readonly rooms: Map<object, unknown>
  /** The functions that `stop` calls besides, each once. A room that opens something adds how to close it. */
  readonly endings: Set<() => void>
  /** Numbers the attempts to connect, restore and switch: each kit counts its own. */
  readonly nextAttemptId: () => AttemptId
}

/** Two copies of this module, as of two versions of the kit on one page, have keys of their own and never meet. */
const key: unique symbol = Symbol('foyer.context')

interface WithContext {
  readonly [key]: FoyerContext
}

/** Gives a kit, or a part of one, its context. */
export function withContext<Part extends object>(context: FoyerContext, part: Part): Part {
  return Object.assign(part, { [key]: context })
}

/** The context of a kit. @throws TypeError where the kit was made by another copy of this package */
export function contextOf(kit: object): FoyerContext {
  if (!hasContext(kit)) throw new TypeError('A kit of another @foyer/core.')
  return kit[key]
}

const hasContext = (kit: object): kit is WithContext => key in kit

/** Everything that a kit needs once a wallet is in play; loaded with the first press, or with a connection to restore. */
export interface ConnectionControls extends Pick<Foyer, 'connect' | 'disconnect' | 'switchNetwork'> {
  /** Watches the store until `stop`; more than once is once. */
  start(): void
  stop(): void
  restore(families: readonly Family[]): Promise<void>
  /** Another tab has changed what is stored under a key. */
  followTab(key: string): void
}

/** The code of a kit's first press: the rules of its modal, and the way to what connects. */
export interface KitControls extends Pick<Foyer, 'open' | 'close' | 'provider'> {
  /** @throws ChunkLoadError */
  connection(): Promise<ConnectionControls>
  /** @throws ChunkLoadError */
  loadQueries(): Promise<Queries>
  /** The kit's client of its operator's server, made once. @throws ChunkLoadError */
  openApi(origin: string): Promise<Api>
}
