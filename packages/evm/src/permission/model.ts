import type { GrantedPermission, NonEmpty } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'

/** How much may be spent, in the smallest unit: so much anew in each period, more with every second, or so much once. */
export type SpendingLimit =
  | { readonly type: 'periodic'; readonly amount: bigint; readonly periodSeconds: number }
  | {
      readonly type: 'stream'
      readonly perSecond: bigint
      /** The amount that may be spent from the start; nothing by default. */
      readonly initial?: bigint | undefined
      /** All that may ever be spent; without it there is no end. */
      readonly most?: bigint | undefined
    }
  | { readonly type: 'once'; readonly amount: bigint }

/** Sending the network's own coin or a token, up to a limit. */
export interface SpendingPermission {
  readonly type: 'spend'
  /** The contract of an ERC-20 token; the network's own coin by default. */
  readonly token?: Hex | undefined
  readonly limit: SpendingLimit
  /** From when on, in unix seconds; at once by default. */
  readonly startsAt?: number | undefined
}

/** An argument that each call has to have. */
export interface BoundArgument {
  /** The place of its word of the calldata, from 0 on: the argument's own place, where those before it take a word each. */
  readonly index: number
  /** An address, or 32 bytes as the calldata has them. */
  readonly value: Hex
}

/** Calling functions of a contract. No type of ERC-7715's own says this: a wallet that has it lists `contract-call`. */
export interface CallPermission {
  readonly type: 'call'
  readonly target: Hex
  /** The first four bytes of the calls, each `0x` and 8 hex digits. */
  readonly selectors: NonEmpty<Hex>
  /**
   * Arguments that are the same in all calls, at most 8. At a contract where the account has something, such as a token, a vault or a pool, the embedded wallet grants calls of known functions
   * alone, with the account bound as the one who gets what they pay out.
   */
  readonly bound?: readonly BoundArgument[] | undefined
  /** The most of the coin that may go with a call, in wei; none by default. The embedded wallet wants a `count` beside it. */
  readonly mostValue?: bigint | undefined
  /** How many calls in all; without it there is no limit. */
  readonly count?: number | undefined
}

/** A permission of another kind, as the wallet writes it. */
export interface OtherPermission {
  readonly type: 'other'
  /** By the standard's name for it, such as `token-approval-revocation`. */
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The bounds of a permission, whatever its kind. */
export interface PermissionBounds {
  /** The address of the application's own key, which may act. */
  readonly to: Hex
  /** The addresses that may receive; anyone by default. */
  readonly payees?: NonEmpty<Hex> | undefined
}

/** A permission to act for an account, as a wallet is asked for it (ERC-7715). */
export interface EvmPermission extends PermissionBounds {
  readonly permission: SpendingPermission | CallPermission
  /** Until when, in unix seconds. One that is to outlast all others names a time that does: a missing field is no wish for that. */
  readonly expiresAt: number
  /**
   * The addresses that may hand it in on the chain: `to` alone by default where the wallet can bind it to that, so that
   * it can't be passed on.
   */
  readonly redeemers?: NonEmpty<Hex> | 'anyone' | undefined
  /** Its purpose, in a sentence in the visitor's language: the wallet shows it as the page's own words. */
  readonly purpose?: string | undefined
  /** The visitor may grant other amounts and times than these; false by default. */
  readonly isAdjustable?: boolean | undefined
}

/** A permission that the visitor has granted: with what was granted, which may be less than was asked for. */
export interface GrantedEvmPermission extends PermissionBounds, GrantedPermission {
  /** Hands it in on the chain, and names it to the wallet. */
  readonly context: Hex
  readonly account: Hex
  readonly to: Hex
  readonly permission: SpendingPermission | CallPermission | OtherPermission
  /** Until when, in unix seconds; without it there is no end, which is the wallet's own word. */
  readonly expiresAt?: number | undefined
  /** The addresses that may hand it in; anyone whom `to` passes it on to where it is undefined. */
  readonly redeemers: NonEmpty<Hex> | undefined
  /** The contract that it is handed in to (ERC-7710). */
  readonly delegationManager: Hex
  /** The accounts that must be deployed before, each by its factory (ERC-4337); none where the account stands. */
  readonly dependencies: readonly { readonly factory: Hex; readonly factoryData: Hex }[]
}
