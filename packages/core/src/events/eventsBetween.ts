import { keysOf } from '../store/keysOf.js'
import { isConnected, networkIdOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import type { KitEvent } from './event.js'

/** What happened between two states: actions don't tell, the state does. */
export function eventsBetween(before: FoyerState, after: FoyerState): KitEvent[] {
  const events: KitEvent[] = []
  const connected = isConnected(after)
  for (const [id, { connector }] of Object.entries(after.connection.connections)) {
    if (before.connection.connections[id]) continue
    const attempt = before.connection.attempts[connector.families[0]]
    if (attempt?.kind === 'connect')
      events.push({ event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: connector.name } })
  }
  const { failure, switching } = after.connection
  if (failure && failure !== before.connection.failure)
    events.push({ event: 'CONNECT_ERROR', properties: { message: failure.code } })
  for (const namespace of keysOf(before.connection.active)) {
    if (after.connection.active[namespace] === undefined)
      events.push({ event: 'DISCONNECT_SUCCESS', properties: { namespace } })
  }
  const wasSwitching = before.connection.switching?.status === 'waiting' && switching === undefined
  if (wasSwitching) events.push({ event: 'SWITCH_NETWORK', properties: { network: networkIdOf(after) ?? '' } })
  if (after.view.open !== before.view.open) {
    events.push({ event: after.view.open ? 'MODAL_OPEN' : 'MODAL_CLOSE', properties: { connected } })
  }
  return events
}
