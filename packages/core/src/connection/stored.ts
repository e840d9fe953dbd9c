import { type Family, families, isFamily } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import type { StorageKey } from '../storage/persistence.js'
import { networkIdOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import { isRunning } from './attempt.js'
import { type ConnectionId, connectionOf } from './connection.js'
import { forget } from './disconnect.js'
import type { ConnectionMachine } from './machine.js'
import { familiesOf } from './nextConnection.js'
import { recalledNetwork } from './recall.js'
import { restore } from './restore.js'

/**
 * Keeps what the next visit needs, field by field: never what is in flight. Only what this tab itself has stored is ever erased here:
 * what a restore found, or another tab put there, stays until the visitor disconnects. @returns stops
 */
export function persist({ store, persistence }: FoyerContext): () => void {
  const written = new Map<StorageKey, string | undefined>([['connecting_connector_id', undefined]])
  for (const family of families) written.set(`${family}:connected_connector_id`, undefined)
  const write = () => {
    const state = store.getState()
    if (!state.started) return // what is stored hasn't been read yet
    for (const [key, value, isAwaited] of kept(state)) {
      if (written.has(key) && written.get(key) === value) continue
      written.set(key, value)
      // While something is tried, what is stored may be another tab's, which this one follows.
      if (value !== undefined || !isAwaited) persistence.write(key, value)
    }
  }
  return store.subscribe(write)
}

/** Keys and values; and whether something is tried that the value is to come of. */
function* kept(state: FoyerState): Generator<[StorageKey, string | undefined, unknown?]> {
  const { connection } = state
  const { connect } = connection.attempts
  const isRestoring = (family: FoyerState['family']) => connection.pending[family]?.kind === 'restore'
  const connected = families.filter((family) => connection.active[family] !== undefined || isRestoring(family))
  for (const family of families) {
    yield [
      `${family}:connected_connector_id`,
      connectionOf(connection, family)?.connector.id,
      connection.pending[family],
    ]
    if (state.chosen[family]) yield [`${family}:network_id`, state.chosen[family]]
  }
  // A phone's browser may drop the page while the wallet is in front: the next one restores what the wallet settled meanwhile.
  yield ['connecting_connector_id', connect?.wallet?.href && isRunning(connect) ? connect.connectorId : undefined]
  yield ['connected_namespaces', connected.join(',') || undefined]
  yield ['connection_status', connected.length > 0 ? 'connected' : 'disconnected']
  yield ['active_namespace', state.family]
  const networkId = networkIdOf(state)
  const known = state.networks.some(({ caipNetworkId }) => caipNetworkId === networkId)
  if (known) yield ['active_caip_network_id', networkId]
  if (state.recents.length > 0) yield ['recent_wallets', JSON.stringify(state.recents)]
}

/** Follows what another tab of the same dapp did: connected, disconnected, or chose a network. */
export function followTab(machine: ConnectionMachine, key: string): void {
  const { kit } = machine
  const [family = '', field] = key.split(':')
  if (field === 'connected_connector_id' && isFamily(family)) followConnection(machine, family)
  if (key === 'active_caip_network_id') kit.update((state) => recalledNetwork(kit, state))
}

function followConnection(machine: ConnectionMachine, family: Family): void {
  const { persistence, store, report } = machine.kit
  const { connection } = store.getState()
  const storedOf = (each: Family) => persistence.read(`${each}:connected_connector_id`)
  const stored = storedOf(family)
  // The families of a connection arrive one by one; it is restored once.
  const isNew = (each: Family) =>
    storedOf(each) === stored &&
    connectionOf(connection, each)?.connector.id !== stored &&
    connection.pending[each]?.connectorId !== stored
  if (!stored) forget(machine, family)
  else if (isNew(family)) restore(machine, { families: families.filter(isNew), absent: 'keep' }).catch(report)
}

/** Goes where another page of the same dapp has gone: connecting, as at the start, then connected [S4.2]. */
export function followReplacement(machine: ConnectionMachine, connectionId: ConnectionId): void {
  const { kit, dispatch } = machine
  const { connection } = kit.store.getState()
  // What the visitor is connecting here counts for more.
  const left = familiesOf(connection, connectionId).filter((family) => !connection.pending[family])
  restore(machine, { families: left, absent: 'keep' }).catch(kit.report)
  dispatch({ type: 'disconnected', connectionId })
}
