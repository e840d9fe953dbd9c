import type { NonEmpty } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import type { BoundArgument, SpendingPermission } from '../permission/model.js'

/** The functions that a session may call, as their ABI has them. */
export type SessionAbi = NonEmpty<SessionFunction>

export interface SessionFunction {
  readonly type: 'function'
  readonly name: string
  readonly inputs: readonly { readonly type: string; readonly name?: string | undefined }[]
  readonly outputs?: readonly unknown[] | undefined
  readonly stateMutability?: string | undefined
}

/** Calling functions of a contract, by their ABI: the wallet is asked for their selectors, and the operator's server lists their names. */
export interface SessionCalls {
  readonly type: 'call'
  readonly target: Hex
  readonly abi: SessionAbi
  /** Arguments that are the same in all calls, as `CallPermission` has them. */
  readonly bound?: readonly BoundArgument[] | undefined
  /** The most of the coin that may go with a call, in wei; none by default. */
  readonly mostValue?: bigint | undefined
  /** How many calls in all; without it there is no limit. */
  readonly count?: number | undefined
}

/** The plan of a session: what it is to be allowed. */
export interface SessionPlan {
  /** Names one of a page's sessions, such as `moves`: each has a key of its own. */
  readonly name: string
  readonly permission: SpendingPermission | SessionCalls
  /** How long from the grant on, in seconds. */
  readonly lastsSeconds: number
  /** Its purpose, in a sentence in the visitor's language: the wallet shows it as the page's own words. */
  readonly purpose?: string | undefined
  /** CAIP-2; the network that the wallet is on by default. */
  readonly networkId?: `eip155:${string}` | undefined
  /** The address of your backend's key, which redeems the permission itself. Without it a key is made in the page. */
  readonly to?: Hex | undefined
}
