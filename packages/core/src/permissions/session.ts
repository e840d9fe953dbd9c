import type { Family } from '../chain/ids.js'
import type { CallOf, GrantedPermissionOf } from '../connector/family.js'
import type { PermissionReading } from '../connector/permissions.js'
import type { Foyer } from '../foyer.js'
import type { Observable } from '../store/observable.js'

/**
 * The phase of a session. `loading`: what this browser keeps is being read. `none`: nothing is granted for the account and network. `asking`: the wallet is asked.
 * `active`: it may be used. `over`: it can be used no more, see `why`.
 */
export type SessionPhase = 'loading' | 'none' | 'asking' | 'active' | 'over'

export interface SessionState {
  /** The phase of the session. */
  readonly phase: SessionPhase
  /** The address that acts; undefined until there is one. It pays for what it sends by itself. */
  readonly address: string | undefined
  /** Why it is over. */
  readonly why: 'expired' | 'ended' | 'off' | 'spent' | undefined
  /** The state on its chain, with what was spent; undefined until that was read. */
  readonly reading: PermissionReading | undefined
}

/** The options of a session's call. */
export interface RedeemOptions {
  /** `key`: by the key's own coin, also where the project pays. Where it is left out, the project pays for what it pays for, and the key for all else. */
  readonly paidBy?: 'key' | undefined
}

/** A session of a page: a permission of the visitor's, and the key that it is granted to. */
export interface SessionOf<F extends Family = Family> extends Observable<SessionState> {
  /** Asks the visitor for the permission, once. Call it from a press. @throws as `grantPermissions` */
  readonly grant: () => Promise<GrantedPermissionOf<F>>
  /** Has the key act for the account, without asking the visitor; resolves once it is in a block. One after the other. */
  readonly redeem: (call: CallOf<F>, options?: RedeemOptions) => Promise<{ readonly hash: string }>
  /** Has the visitor end it in the wallet. @throws as `revokePermissions` */
  readonly end: () => Promise<void>
  /** Reads anew how it stands on its chain. */
  readonly refresh: () => Promise<void>
}

/** Maker of a kit's session: the same one each time. A family's package makes it, such as `evmSession` of `@foyer/evm/session`. */
export interface SessionMaker<F extends Family = Family> {
  /** The session of a kit, the same one each time. */
  readonly of: (foyer: Foyer) => SessionOf<F>
}
