import type { Family } from '../chain/ids.js'
import type { WalletPlatform } from '../connector/listedWallet.js'
import type { AccountType } from '../connector/live.js'
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
  /** The visitor opened the list of all wallets. */
  readonly CLICK_ALL_WALLETS: undefined
  /** The visitor searched for a wallet. */
  readonly SEARCH_WALLET: { readonly badge: '' | 'certified'; readonly search: string }
  /** The visitor picked a wallet. */
  readonly SELECT_WALLET: { readonly name: string; readonly platform: WalletPlatform }
  /** The visitor picked who to buy from. */
  readonly SELECT_BUY_PROVIDER: { readonly provider: string }
  /** A wallet was connected. */
  readonly CONNECT_SUCCESS: { readonly method: 'browser'; readonly name: string }
  /** Connecting failed. */
  readonly CONNECT_ERROR: { readonly message: string }
  /** The visitor left the wallet. */
  readonly DISCONNECT_SUCCESS: { readonly namespace: Family | 'all' }
  /** Leaving the wallet failed at the wallet. */
  readonly DISCONNECT_ERROR: { readonly message: string }
  /** Older activity was asked for. */
  readonly LOAD_MORE_TRANSACTIONS: HistoryProperties
  /** Activity couldn’t be fetched. */
  readonly ERROR_FETCH_TRANSACTIONS: HistoryProperties
  /** A send began. */
  readonly SEND_INITIATED: SendProperties
  /** The wallet has sent it. */
  readonly SEND_SUCCESS: SendProperties
  /** A send failed. */
  readonly SEND_ERROR: SendProperties & { readonly message: string }
  /** The visitor changed the network. */
  readonly SWITCH_NETWORK: { readonly network: string }
  /** An account is of another kind, by its owner’s choice. */
  readonly SET_PREFERRED_ACCOUNT_TYPE: { readonly accountType: AccountType; readonly network: string }
  /** A swap is looked through. */
  readonly INITIATE_SWAP: SwapProperties
  /** A swap has succeeded. */
  readonly SWAP_SUCCESS: SwapProperties
  /** A swap failed. */
  readonly SWAP_ERROR: SwapProperties & { readonly message: string }
  /** The approval before a swap failed. */
  readonly SWAP_APPROVAL_ERROR: SwapProperties & { readonly message: string }
  /** The visitor pressed Sign. */
  readonly CLICK_SIGN_SIWX_MESSAGE: SignInProperties
  /** The visitor pressed Cancel in place of signing in. */
  readonly CLICK_CANCEL_SIWX: SignInProperties
  /** The sign-in has succeeded. */
  readonly SIWX_AUTH_SUCCESS: SignInProperties
  /** The sign-in has failed. */
  readonly SIWX_AUTH_ERROR: SignInProperties
}

type EventOf<Name extends keyof KitEvents> = KitEvents[Name] extends undefined
  ? { readonly event: Name }
  : { readonly event: Name; readonly properties: KitEvents[Name] }

/** An event, for the host and, where analytics is on, the operator's server. */
export type KitEvent = { readonly [Name in keyof KitEvents]: EventOf<Name> }[keyof KitEvents]

type SignInProperties = { readonly network: string; readonly isSmartAccount: boolean }

/** What is said of a history: the account's, and the page that was asked for. */
type HistoryProperties = {
  readonly address: string
  readonly projectId: string
  readonly cursor?: string | undefined
  readonly isSmartAccount: boolean
}

/** The two sides of a swap, in symbols and whole tokens. */
export type SwapProperties = Readonly<
  Record<'network' | 'swapFromToken' | 'swapToToken' | 'swapFromAmount' | 'swapToAmount', string>
>

/** The properties of a transfer: neither of its addresses. */
export type SendProperties = {
  readonly isSmartAccount: boolean
  readonly network: string
  /** Its symbol. */
  readonly token: string
  /** In whole tokens. */
  readonly amount: number
}

/** The last thing that happened. */
export interface TimedEvent {
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  /** What happened. */
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
