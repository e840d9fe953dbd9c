import { dispatchEvent } from '../attempt/runAttempt.js'
import { type Family, families, isFamily } from '../chain/ids.js'
import { connectionOf } from '../state/selectors.js'
import type { ConnectionMachine } from './connect.js'
import { recalledNetwork } from './recall.js'

/** Follows what another tab of the same dapp did: connected, disconnected, or chose a network. */
export function followTab(machine: ConnectionMachine, key: string): void {
  const { kit } = machine
  if (!kit.store.getState().started) return
  const [family = '', field] = key.split(':')
  if (field === 'connected_connector_id' && isFamily(family)) followConnection(machine, family)
  if (key === 'active_caip_network_id') kit.update((state) => recalledNetwork(kit, state))
}

function followConnection(machine: ConnectionMachine, family: Family): void {
  const { persistence, store } = machine.kit
  const { connection } = store.getState()
  const storedOf = (each: Family) => persistence.read(`${each}:connected_connector_id`)
  const stored = storedOf(family)
  // The families of a connection arrive one by one; it is restored once.
  const isNew = (each: Family) =>
    storedOf(each) === stored &&
    connectionOf(connection, each)?.connector.id !== stored &&
    connection.pending[each]?.connectorId !== stored
  if (!stored) forget(machine, family)
  else if (isNew(family)) machine.takeUp(families.filter(isNew))
}

/** Forgets a connection that another tab has ended; the wallet isn't asked again. */
function forget({ kit }: ConnectionMachine, family: Family): void {
  const { connection } = kit.store.getState()
  const underWay = connection.pending[family]
  if (underWay?.kind !== 'connect' && underWay) dispatchEvent(kit, { type: 'failed', attemptId: underWay.id })
  const connectionId = connection.active[family]
  if (connectionId !== undefined) dispatchEvent(kit, { type: 'disconnected', connectionId, family })
}
