import type { Family } from '../chain/ids.js'
import type { WalletPlatform } from '../connector/listedWallet.js'
import { isConnected } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import { keysOf } from '../store/keysOf.js'

/** The properties of each event, by its name. */
export interface KitEvents {
  /** The kit’s modal is in the page. */
  readonly MODAL_CREATED: undefined
  /** The kit was started. */
  readonly INITIALIZE: { readonly networks: readonly string[] }
  /** The modal was opened. */
  readonly MODAL_OPEN: { readonly connected: boolean }
  /** The modal was closed. */
  readonly MODAL_CLOSE: { readonly connected: boolean }
  /** The visitor asked what a wallet is. */
  readonly CLICK_WALLET_HELP: undefined
  /** The visitor asked what a network is. */
  readonly CLICK_NETWORK_HELP: undefined
  /** The visitor looks for a first wallet. */
  readonly CLICK_GET_WALLET: undefined
  /** The visitor opened the list of networks. */
  readonly CLICK_NETWORKS: undefined
  /** The visitor picked a wallet. */
  readonly SELECT_WALLET: { readonly name: string; readonly platform: WalletPlatform }
  /** A wallet was connected. */
  readonly CONNECT_SUCCESS: { readonly method: 'browser'; readonly name: string }
  /** Connecting failed. */
  readonly CONNECT_ERROR: { readonly message: string }
  /** The visitor left the wallet. */
  readonly DISCONNECT_SUCCESS: { readonly namespace: Family | 'all' }
  /** Leaving the wallet failed at the wallet. */
  readonly DISCONNECT_ERROR: { readonly message: string }
  /** The visitor changed the network. */
  readonly SWITCH_NETWORK: { readonly network: string }
}

type EventOf<Name extends keyof KitEvents> = KitEvents[Name] extends undefined
  ? { readonly event: Name }
  : { readonly event: Name; readonly properties: KitEvents[Name] }

/** An event, for the host and, where analytics is on, the operator's server. */
export type KitEvent = { readonly [Name in keyof KitEvents]: EventOf<Name> }[keyof KitEvents]

/** The last thing that happened. */
export interface TimedEvent {
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  /** The event, with its name and properties. */
  readonly data: KitEvent
}

/** Returns the events between two states: events are derived from the state, never emitted by actions. */
export function eventsBetween(before: FoyerState, after: FoyerState): KitEvent[] {
  const events: KitEvent[] = []
  const connected = isConnected(after)
  const asked = Object.values(before.connection.pending).filter(({ kind }) => kind === 'connect')
  for (const [id, { connector }] of Object.entries(after.connection.connections)) {
    if (before.connection.connections[id]) continue
    if (asked.some(({ connectorId }) => connectorId === connector.id))
      events.push({ event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: connector.name } })
  }
  const end = after.connection.attempts.connect?.end
  if (end?.status === 'failed' && end !== before.connection.attempts.connect?.end)
    events.push({ event: 'CONNECT_ERROR', properties: { message: end.code } })
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

/** The network that a switch, over by now, has come to; a switch that was cancelled has come to none. */
function networkReached(before: FoyerState, after: FoyerState): string | undefined {
  const { switch: switching } = after.connection.attempts
  const former = before.connection.attempts.switch
  const isOver = former?.id === switching?.id && former?.end === undefined && switching?.end?.status === 'succeeded'
  return isOver ? switching.networkId : undefined
}
