import type { Family, NetworkId } from './chain/ids.js'
import { systemClock } from './clock/clock.js'
import { type GivenOptions, type ResolvedOptions, resolveOptions, usable } from './config/options.js'
import type { Adapter, Connector } from './connector/connector.js'
import type { FoyerContext } from './context.js'
import { StorageError } from './errors/FoyerError.js'
import { createEventStream, createStream } from './events/stream.js'
import { onDemand } from './loading/piece.js'
import { defaultFamily } from './networks/network.js'
import type { Pending } from './state/connection.js'
import { entryOf } from './state/selectors.js'
import { type FoyerState, noConnections } from './state/state.js'
import { closedView } from './state/viewState.js'
import { createPersistence } from './storage/persistence.js'
import { createStore } from './store/store.js'

/** Creates the shared parts of one kit's rooms. Nothing is read, stored or listened to yet. */
export function createContext(options: GivenOptions): FoyerContext {
  const resolved = resolveOptions(options)
  const given = usable(options.connectors, 'families')
  const store = createStore(initialState({ options, resolved, connectors: given }))
  const clock = options.clock ?? systemClock
  const { emit: report, listen: onError } = createStream<unknown>()
  // Without a network there is nothing to connect on, and no wallet is looked for.
  const adapters = new Map<Family, Adapter>(
    (resolved.networks[0] ? usable(options.adapters, 'family') : []).map((adapter) => [adapter.family, adapter]),
  )
  const { api, projectId, customRpcUrls } = resolved
  const endings = new Set<() => void>()
  let attempts = 0
  const controls = onDemand({
    chunk: 'connection',
    load: () => import('./createConnectionControls.js').then((code) => code.createControls(context)),
  })
  const context: FoyerContext = {
    options: resolved,
    store,
    clock,
    persistence: createPersistence({
      storage: () => options.storage ?? globalThis.localStorage,
      projectId,
      report: (cause) => report(new StorageError({ cause })),
    }),
    adapters,
    adapterHost: {
      rpc: { customRpcUrls, proxy: api ? { api, projectId } : undefined },
      announced: resolved.enableEIP6963,
      injected: resolved.enableInjected,
      rank: options.rank,
      clock,
      report,
      onStop: (end) => endings.add(end),
    },
    connectors: new Map(given.map((connector) => [connector.id, connector])),
    api: api ? async () => (await controls()).openApi(api) : undefined,
    controls,
    // It shares code with what connects, and is reached by it, so that a bundler makes no chunk of what both have.
    queries: async () => (await controls()).loadQueries(),
    live: new Map(),
    running: new Map(),
    rooms: new Map(),
    endings,
    update: store.setState,
    ...createEventStream({ clock }),
    report,
    onError,
    nextAttemptId: () => ++attempts,
  }
  return context
}

function initialState({
  options: { initialState: rendered, themeMode, themeVariables },
  resolved: { networks, defaultNetwork, features },
  connectors,
}: {
  readonly options: GivenOptions
  readonly resolved: ResolvedOptions
  readonly connectors: readonly Connector[]
}): FoyerState {
  const withId = (id: NetworkId | undefined) => networks.find(({ caipNetworkId }) => caipNetworkId === id)
  const network = withId(rendered?.networkId) ?? withId(defaultNetwork?.caipNetworkId) ?? networks[0]
  const family = network?.chainNamespace ?? defaultFamily
  const restoring: Pending = { id: 0, kind: 'restore' }
  return {
    started: false,
    online: true,
    networks,
    connectors: connectors.map(entryOf),
    connection: {
      ...noConnections,
      pending: Object.fromEntries((rendered?.restoring ?? []).map((each) => [each, restoring])),
    },
    family,
    chosen: { [family]: network?.caipNetworkId ?? `${family}:1` },
    view: closedView,
    recents: [],
    theme: { mode: themeMode, variables: { ...themeVariables } },
    features,
  }
}
