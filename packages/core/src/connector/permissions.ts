import type { NetworkId } from '../chain/ids.js'

/** A kind of permission that a wallet can grant; EVM's wallets say it by ERC-7715. */
export interface SupportedPermission {
  /** By the standard's name for it, such as `erc20-token-periodic`. */
  readonly type: string
  /** The networks on which the wallet can grant it. */
  readonly networkIds: readonly NetworkId[]
  /** The rules that the wallet can bind it to besides, by name, such as `expiry`. */
  readonly rules: readonly string[]
}

/** A permission that a visitor has granted, as far as that of every family is alike. */
export interface GrantedPermission {
  /** Names it: it is used and taken back by this, and kept by the application. */
  readonly context: string
  readonly networkId: NetworkId
  /** The account that may be acted for. */
  readonly account: string
  /** The address that may act for it: the application's own key. */
  readonly to: string
}
