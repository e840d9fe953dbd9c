import { hasFaults, tellFaults } from './connection/failure.js'
import { recall } from './connection/recall.js'
import type { Connector } from './connector/connector.js'
import { entryOf } from './connector/connector.js'
import type { FoyerContext } from './context.js'
import type { ConnectionControls } from './controls.js'

/** Brings a kit to life in a page: listens for wallets and other tabs, and restores connections [S4.2]. The kit's endings undo it. */
export function startKit({
  context,
  connectionControls,
}: {
  readonly context: FoyerContext
  readonly connectionControls: () => Promise<ConnectionControls>
}): void {
  const { adapters, adapterHost, endings, options, persistence, update, report } = context
  let stopped = false
  const withControls = (run: (controls: ConnectionControls) => unknown) => {
    connectionControls()
      .then((controls) => stopped || run(controls))
      .catch((error: unknown) => {
        if (stopped) return
        report(error)
        // Without the connection's code nothing can be restored.
        update(({ connection }) => ({ connection: { ...connection, pending: {} } }))
      })
  }

  const remembered = recall(context)
  endings
    .add(() => {
      stopped = true
    })
    .add(persistence.watch(({ key }) => withControls((controls) => controls.followTab(key))))
  for (const adapter of adapters.values()) {
    const stop = adapter.discover?.({ host: adapterHost, register: (connector) => register(context, connector) })
    if (stop) endings.add(stop)
  }
  // What connects also says to the developer what is wrong.
  if (remembered.length > 0 || !options.projectId) withControls((controls) => controls.restore(remembered))
  if (process.env.NODE_ENV !== 'production' && hasFaults(context)) withControls(() => tellFaults(context))

  update(() => ({ started: true }))
  context.track({
    event: 'INITIALIZE',
    properties: { networks: options.networks.map(({ caipNetworkId }) => caipNetworkId) },
  })
}

/** Makes a way to a wallet known; the same id again takes the place of the former. */
function register({ connectors, update }: FoyerContext, connector: Connector): void {
  connectors.set(connector.id, connector)
  update(() => ({ connectors: [...connectors.values()].map(entryOf) }))
}
