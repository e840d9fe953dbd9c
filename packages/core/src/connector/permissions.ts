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

/** A spending limit, in the smallest unit: so much anew in each period, more with every second, or so much once. */
export type SpendingTerms =
  | { readonly type: 'periodic'; readonly amount: bigint; readonly periodSeconds: bigint }
  | {
      readonly type: 'stream'
      readonly perSecond: bigint
      /** The amount that may be spent from the start. */
      readonly initial: bigint
      /** All that may ever be spent; undefined where there is no end. */
      readonly most: bigint | undefined
    }
  | { readonly type: 'once'; readonly amount: bigint }

/** The actions that a permission allows its key, as the chain enforces them. */
export type PermissionTerms =
  | {
      readonly type: 'spend'
      readonly limit: SpendingTerms
      /** The token's contract; undefined for the network's own coin. */
      readonly token: string | undefined
      readonly symbol: string
      /** Undefined where the token doesn't say: its amounts can't be written then. */
      readonly decimals: number | undefined
    }
  | {
      readonly type: 'call'
      readonly target: string
      /** The functions that may be called, as the family names them. */
      readonly functions: readonly string[]
      /** The number of calls in all; undefined where there is no limit. */
      readonly count: bigint | undefined
    }

/**
 * A permission as its chain has it. `off`: the account's code that carries it out is switched off, and the permission is good again once it is switched on. `ended`: the
 * account has ended it, alone or with all others.
 */
export interface PermissionReading {
  readonly status: 'active' | 'off' | 'expired' | 'ended'
  /** The address that may act. */
  readonly to: string
  /** The account that may be acted for. */
  readonly account: string
  /** In unix seconds; undefined where it doesn't end by itself. */
  readonly expiresAt: number | undefined
  /** Undefined where the chain bounds it in a way that the kit doesn't know. */
  readonly terms: PermissionTerms | undefined
  /** The amount spent: of a period in the one that runs, else in all; of calls how many. Undefined where no chain counts it. */
  readonly spent: bigint | undefined
  /** The amount that may be spent now, or the calls that are left; undefined where the chain doesn't say. */
  readonly left: bigint | undefined
}
