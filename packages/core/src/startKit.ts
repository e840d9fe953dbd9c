import { type Family, families } from './chain/ids.js'
import type { Attempt } from './connection/connection.js'
import { withAttempt } from './connection/withAttempt.js'
import type { Connector } from './connector/connector.js'
import { entryOf } from './connector/entry.js'
import type { FoyerContext } from './foyer.js'
import type { Session } from './session/createSession.js'
import { parseStoredNetworkId } from './storage/persistence.js'

/** Brings a kit to life in a page: listens for wallets and the network, and restores sessions [S4.2]. @returns undoes it */
export function startKit({
  context,
  session,
}: {
  readonly context: FoyerContext
  readonly session: () => Promise<Session>
}): () => void {
  const { adapters, adapterHost, options, persistence, update, report } = context
  const stops: (() => void)[] = []
  let started: Session | undefined
  let stopped = false
  const withSession = (run: (session: Session) => void) => {
    session().then((loaded) => {
      if (stopped) return
      started = loaded
      loaded.start()
      run(loaded)
    }, report)
  }

  const remembered = families.filter(
    (family) => adapters.has(family) && persistence.read(`${family}:connected_connector_id`),
  )
  recall(context, remembered)
  for (const adapter of adapters.values()) {
    const stop = adapter.discover?.({ host: adapterHost, register: (connector) => register(context, connector) })
    if (stop) stops.push(stop)
  }
  if (remembered.length > 0) withSession((loaded) => loaded.restore(remembered))

  if (typeof window !== 'undefined') {
    const online = () => update((state) => (state.online === navigator.onLine ? state : { online: navigator.onLine }))
    const stored = ({ key }: StorageEvent) => {
      const ours = persistence.keyOf(key)
      if (ours !== undefined) withSession((loaded) => loaded.followTab(ours))
    }
    online()
    for (const [type, listener] of [
      ['online', online],
      ['offline', online],
    ] as const) {
      window.addEventListener(type, listener)
      stops.push(() => window.removeEventListener(type, listener))
    }
    window.addEventListener('storage', stored)
    stops.push(() => window.removeEventListener('storage', stored))
  }
  if (!options.projectId) update(() => ({ alert: { key: 'PROJECT_ID_NOT_CONFIGURED' } }))
  update(() => ({ started: true }))
  context.track({
    event: 'INITIALIZE',
    properties: { networks: options.networks.map(({ caipNetworkId }) => caipNetworkId) },
  })

  return () => {
    stopped = true
    for (const stop of stops) stop()
    started?.stop()
    update(({ connection }) => ({ started: false, connection: { ...connection, attempts: {} } }))
  }
}

/** Takes up what was kept from the last visit: the network, and the families whose sessions are about to be restored. */
function recall({ persistence, update, nextAttemptId }: FoyerContext, remembered: readonly Family[]): void {
  const networkId = parseStoredNetworkId(persistence.read('active_caip_network_id'))
  update((state) => {
    const known = state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
    const attempt: Attempt = { id: nextAttemptId(), connectorId: '', kind: 'restore' }
    return {
      ...(known
        ? { family: known.chainNamespace, chosen: { ...state.chosen, [known.chainNamespace]: known.caipNetworkId } }
        : {}),
      // What a server render took for restorable is settled now, by what this browser really kept.
      connection: withAttempt({ ...state.connection, attempts: {} }, { families: remembered, attempt }),
    }
  })
}

/** Makes a way to a wallet known; the same id again takes the place of the former. */
function register({ connectors, update }: FoyerContext, connector: Connector): void {
  connectors.set(connector.id, connector)
  const entry = entryOf(connector)
  update((state) => ({ connectors: [...state.connectors.filter(({ id }) => id !== connector.id), entry] }))
}
