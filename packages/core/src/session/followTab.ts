import { type Family, families, isFamily } from '../chain/ids.js'
import { type ConnectionId, connectionOf } from '../connection/connection.js'
import { familiesOf } from '../connection/nextConnection.js'
import { recalledNetwork } from '../storage/persistence.js'
import { forget } from './disconnect.js'
import { restore } from './restore.js'
import type { SessionContext } from './sessionContext.js'

/** Follows what another tab of the same dapp did: connected, disconnected, or chose a network. */
export function followTab(session: SessionContext, key: string): void {
  const { kit } = session
  const [family = '', field] = key.split(':')
  if (field === 'connected_connector_id' && isFamily(family)) followConnection(session, family)
  if (key === 'active_caip_network_id') kit.update((state) => recalledNetwork(kit, state))
}

function followConnection(session: SessionContext, family: Family): void {
  const { persistence, store, report } = session.kit
  const { connection } = store.getState()
  const storedOf = (each: Family) => persistence.read(`${each}:connected_connector_id`)
  const stored = storedOf(family)
  // A session of several families is told of one by one, and taken up once.
  const isNew = (each: Family) =>
    storedOf(each) === stored &&
    connectionOf(connection, each)?.connector.id !== stored &&
    connection.pending[each]?.connectorId !== stored
  if (!stored) forget(session, family)
  else if (isNew(family)) restore(session, { families: families.filter(isNew), absent: 'keep' }).catch(report)
}

/** Goes where another page of the same dapp has gone: connecting, as at the start, then connected [S4.2]. */
export function followReplacement(session: SessionContext, connectionId: ConnectionId): void {
  const { kit, dispatch } = session
  const { connection } = kit.store.getState()
  // What the visitor is connecting here counts for more.
  const left = familiesOf(connection, connectionId).filter((family) => !connection.pending[family])
  restore(session, { families: left, absent: 'keep' }).catch(kit.report)
  dispatch({ type: 'disconnected', connectionId })
}
