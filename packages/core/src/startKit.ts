import { tellFaults } from './connection/failure.js'
import { recall } from './connection/recall.js'
import type { Connector } from './connector/connector.js'
import { entryOf } from './connector/connector.js'
import type { FoyerContext } from './context.js'
import type { ConnectionControls } from './createConnectionControls.js'
import { watchState } from './store/observable.js'

/** Brings a kit to life in a page: listens for wallets and the network, and restores connections [S4.2]. @returns undoes it */
export function startKit({
  context,
  connectionControls,
}: {
  readonly context: FoyerContext
  readonly connectionControls: () => Promise<ConnectionControls>
}): () => void {
  const { adapters, adapterHost, options, persistence, queries, store, update, report } = context
  const stops: (() => void)[] = []
  let stopped = false
  const withControls = (run: (connectionControls: ConnectionControls) => void) => {
    connectionControls().then(
      (loaded) => {
        if (!stopped) run(loaded)
      },
      (error: unknown) => {
        if (stopped) return
        report(error)
        // Without the connection's code nothing can be restored.
        update(({ connection }) => ({ connection: { ...connection, pending: {} } }))
      },
    )
  }

  const remembered = recall(context)
  for (const adapter of adapters.values()) {
    const stop = adapter.discover?.({ host: adapterHost, register: (connector) => register(context, connector) })
    if (stop) stops.push(stop)
  }
  if (remembered.length > 0) withControls((loaded) => loaded.restore(remembered).catch(report))

  stops.push(
    watchState(store, ({ alert }, before) => {
      if (!alert || alert === before.alert) return
      queries().then(({ logAlert }) => stopped || logAlert({ alert, report }), report)
    }),
  )
  if (typeof window !== 'undefined') {
    const online = () => update((state) => (state.online === navigator.onLine ? state : { online: navigator.onLine }))
    online()
    for (const type of ['online', 'offline']) {
      window.addEventListener(type, online)
      stops.push(() => window.removeEventListener(type, online))
    }
    stops.push(persistence.watch(({ key }) => withControls((loaded) => loaded.followTab(key))))
  }
  if (process.env.NODE_ENV !== 'production') tellFaults(context)
  update(({ alert = options.projectId ? undefined : { key: 'PROJECT_ID_NOT_CONFIGURED' } }) => ({
    started: true,
    alert,
  }))
  context.track({
    event: 'INITIALIZE',
    properties: { networks: options.networks.map(({ caipNetworkId }) => caipNetworkId) },
  })

  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}

/** Makes a way to a wallet known; the same id again takes the place of the former. */
function register({ connectors, update }: FoyerContext, connector: Connector): void {
  const isKnown = connectors.has(connector.id)
  connectors.set(connector.id, connector)
  const entry = entryOf(connector)
  update((state) => ({
    connectors: isKnown
      ? state.connectors.map((each) => (each.id === entry.id ? entry : each))
      : [...state.connectors, entry],
  }))
}
