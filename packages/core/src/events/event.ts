import type { Family } from '../chain/ids.js'
import type { WalletPlatform } from '../wallets/walletPlatforms.js'

/** What happened, for the host's own ears and, where analytics is on, the operator's server. */
export type KitEvent =
  | { readonly event: 'MODAL_CREATED' }
  | { readonly event: 'INITIALIZE'; readonly properties: { readonly networks: readonly string[] } }
  | { readonly event: 'MODAL_OPEN'; readonly properties: { readonly connected: boolean } }
  | { readonly event: 'MODAL_CLOSE'; readonly properties: { readonly connected: boolean } }
  | { readonly event: 'CLICK_WALLET_HELP' }
  | { readonly event: 'CLICK_NETWORK_HELP' }
  | { readonly event: 'CLICK_GET_WALLET' }
  | { readonly event: 'CLICK_NETWORKS' }
  | { readonly event: 'CLICK_ALL_WALLETS' }
  | {
      readonly event: 'SEARCH_WALLET'
      readonly properties: { readonly badge: '' | 'certified'; readonly search: string }
    }
  | {
      readonly event: 'SELECT_WALLET'
      readonly properties: { readonly name: string; readonly platform: WalletPlatform }
    }
  | { readonly event: 'CONNECT_SUCCESS'; readonly properties: { readonly method: 'browser'; readonly name: string } }
  | { readonly event: 'CONNECT_ERROR'; readonly properties: { readonly message: string } }
  | { readonly event: 'DISCONNECT_SUCCESS'; readonly properties: { readonly namespace: Family | 'all' } }
  | { readonly event: 'DISCONNECT_ERROR'; readonly properties: { readonly message: string } }
  | { readonly event: 'SWITCH_NETWORK'; readonly properties: { readonly network: string } }

/** The last thing that happened. */
export interface TimedEvent {
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  readonly data: KitEvent
}
