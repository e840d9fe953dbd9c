import type { Family } from '../chain/ids.js'
import { keysOf } from '../store/keysOf.js'
import { isConnected } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import type { WalletPlatform } from '../wallets/listedWallet.js'

/** What happened, for the host's own ears and, where analytics is on, the operator's server. */
export type KitEvent =
  | {
      /** The kit’s modal is in the page. */
      readonly event: 'MODAL_CREATED'
    }
  | {
      /** The kit was started. */
      readonly event: 'INITIALIZE'
      readonly properties: { readonly networks: readonly string[] }
    }
  | {
      /** The modal was opened. */
      readonly event: 'MODAL_OPEN'
      readonly properties: { readonly connected: boolean }
    }
  | {
      /** The modal was closed. */
      readonly event: 'MODAL_CLOSE'
      readonly properties: { readonly connected: boolean }
    }
  | {
      /** The visitor asked what a wallet is. */
      readonly event: 'CLICK_WALLET_HELP'
    }
  | {
      /** The visitor asked what a network is. */
      readonly event: 'CLICK_NETWORK_HELP'
    }
  | {
      /** The visitor looks for a first wallet. */
      readonly event: 'CLICK_GET_WALLET'
    }
  | {
      /** The visitor opened the list of networks. */
      readonly event: 'CLICK_NETWORKS'
    }
  | {
      /** The visitor opened the list of all wallets. */
      readonly event: 'CLICK_ALL_WALLETS'
    }
  | {
      /** The visitor searched for a wallet. */
      readonly event: 'SEARCH_WALLET'
      readonly properties: { readonly badge: '' | 'certified'; readonly search: string }
    }
  | {
      /** The visitor picked a wallet. */
      readonly event: 'SELECT_WALLET'
      readonly properties: { readonly name: string; readonly platform: WalletPlatform }
    }
  | {
      /** The visitor picked who to buy from. */
      readonly event: 'SELECT_BUY_PROVIDER'
      readonly properties: { readonly provider: string }
    }
  | {
      /** A wallet was connected. */
      readonly event: 'CONNECT_SUCCESS'
      readonly properties: { readonly method: 'browser'; readonly name: string }
    }
  | {
      /** Connecting failed. */
      readonly event: 'CONNECT_ERROR'
      readonly properties: { readonly message: string }
    }
  | {
      /** The visitor left the wallet. */
      readonly event: 'DISCONNECT_SUCCESS'
      readonly properties: { readonly namespace: Family | 'all' }
    }
  | {
      /** Leaving the wallet failed at the wallet. */
      readonly event: 'DISCONNECT_ERROR'
      readonly properties: { readonly message: string }
    }
  | {
      /** Older activity was asked for, or activity couldn’t be fetched. */
      readonly event: 'LOAD_MORE_TRANSACTIONS' | 'ERROR_FETCH_TRANSACTIONS'
      readonly properties: {
        readonly address: string
        readonly projectId: string
        readonly cursor?: string | undefined
        readonly isSmartAccount: boolean
      }
    }
  | {
      /** A send began, or the wallet has sent it. */
      readonly event: 'SEND_INITIATED' | 'SEND_SUCCESS'
      readonly properties: SendProperties
    }
  | {
      /** A send failed. */
      readonly event: 'SEND_ERROR'
      readonly properties: SendProperties & { readonly message: string }
    }
  | {
      /** The visitor changed the network. */
      readonly event: 'SWITCH_NETWORK'
      readonly properties: { readonly network: string }
    }
  | {
      /** A swap is looked through, or has succeeded. */
      readonly event: 'INITIATE_SWAP' | 'SWAP_SUCCESS'
      readonly properties: SwapProperties
    }
  | {
      /** A swap, or the approval before it, failed. */
      readonly event: 'SWAP_ERROR' | 'SWAP_APPROVAL_ERROR'
      readonly properties: SwapProperties & { readonly message: string }
    }
  | SignInEvent

/** What happens while a visitor signs in. */
export interface SignInEvent {
  /** The visitor pressed Sign or Cancel; or the sign-in has succeeded or failed. */
  readonly event: 'CLICK_SIGN_SIWX_MESSAGE' | 'CLICK_CANCEL_SIWX' | 'SIWX_AUTH_SUCCESS' | 'SIWX_AUTH_ERROR'
  readonly properties: { readonly network: string; readonly isSmartAccount: boolean }
}

/** What is swapped for what, in symbols and whole tokens. */
export type SwapProperties = Readonly<
  Record<'network' | 'swapFromToken' | 'swapToToken' | 'swapFromAmount' | 'swapToAmount', string>
>

/** What is said of a transfer: neither of its addresses. */
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

/** What happened between two states: events are derived from the state, never emitted by actions. */
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
