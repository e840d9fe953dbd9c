import { keysOf } from '../store/keysOf.js'
import { isConnected } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import type { KitEvent } from './event.js'

/** What happened between two states: actions don't tell, the state does. */
export function eventsBetween(before: FoyerState, after: FoyerState): KitEvent[] {
  const events: KitEvent[] = []
  const connected = isConnected(after)
  const asked = Object.values(before.connection.attempts).filter(({ kind }) => kind === 'connect')
  for (const [id, { connector }] of Object.entries(after.connection.connections)) {
    if (before.connection.connections[id]) continue
    if (asked.some(({ connectorId }) => connectorId === connector.id))
      events.push({ event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: connector.name } })
  }
  const { failure } = after.connection
  if (failure && failure !== before.connection.failure)
    events.push({ event: 'CONNECT_ERROR', properties: { message: failure.code } })
  for (const namespace of keysOf(before.connection.active)) {
    if (after.connection.active[namespace] === undefined)
      events.push({ event: 'DISCONNECT_SUCCESS', properties: { namespace } })
  }
  const reached = networkReached(before, after)
  if (reached) events.push({ event: 'SWITCH_NETWORK', properties: { network: reached } })
  if (after.view.open !== before.view.open) {
    events.push({ event: after.view.open ? 'MODAL_OPEN' : 'MODAL_CLOSE', properties: { connected } })
  }
  return events
}

/** The network that a switch, over by now, has come to; a switch that was called off has come to none. */
function networkReached(before: FoyerState, after: FoyerState): string | undefined {
  const { switching } = before.connection
  if (switching?.status !== 'waiting' || after.connection.switching !== undefined) return undefined
  const { active, connections } = after.connection
  const isThere = keysOf(active).some(
    (family) => connections[active[family] ?? '']?.networks[family] === switching.networkId,
  )
  return isThere ? switching.networkId : undefined
}
