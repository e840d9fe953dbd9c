import { connectionOf } from '../connection/connection.js'
import type { FoyerContext } from '../foyer.js'
import type { StorageKey } from '../storage/persistence.js'
import { networkIdOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'

/** Keeps what the next visit needs, field by field: never what is in flight. @returns stops */
export function persist({ store, persistence, adapters }: FoyerContext): () => void {
  const written = new Map<StorageKey, string | undefined>()
  const write = (state: FoyerState) => {
    for (const [key, value] of kept(state, [...adapters.keys()])) {
      if (written.has(key) && written.get(key) === value) continue
      written.set(key, value)
      persistence.write(key, value)
    }
  }
  return store.subscribe(write)
}

function* kept(
  state: FoyerState,
  families: readonly FoyerState['family'][],
): Generator<[StorageKey, string | undefined]> {
  const { connection } = state
  // While a session is being restored, what is stored of it stays.
  if (families.some((family) => connection.attempts[family]?.kind === 'restore')) return
  const connected = families.filter((family) => connection.active[family] !== undefined)
  for (const family of families) {
    yield [`${family}:connected_connector_id`, connectionOf(connection, family)?.connector.id]
  }
  yield ['connected_namespaces', connected.join(',') || undefined]
  yield ['connection_status', connected.length > 0 ? 'connected' : 'disconnected']
  yield ['active_namespace', state.family]
  const networkId = networkIdOf(state)
  const known = state.networks.some(({ caipNetworkId }) => caipNetworkId === networkId)
  if (known) yield ['active_caip_network_id', networkId]
  if (state.recents.length > 0) yield ['recent_wallets', JSON.stringify(state.recents)]
}
