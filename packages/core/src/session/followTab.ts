import { type Family, families, isFamily } from '../chain/ids.js'
import { connectionOf } from '../connection/connection.js'
import { recalledNetwork } from '../storage/recalledNetwork.js'
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
    connection.attempts[each]?.connectorId !== stored
  if (!stored) forget(session, family)
  else if (isNew(family)) restore(session, { families: families.filter(isNew), absent: 'keep' }).catch(report)
}
