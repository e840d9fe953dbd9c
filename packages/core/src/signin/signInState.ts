import type { Family, NetworkId } from '../chain/ids.js'
import { accountIdOfFamily, connectionOf } from '../connection/connection.js'
import type { SiwxSession } from '../siwx/siwx.js'
import { networkOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'

/** An account on the network that it is on: each signs in by itself. */
export interface SigningAccount {
  readonly family: Family
  readonly networkId: NetworkId
  readonly address: string
}

/**
 * Where signing in stands. `none`: no account is connected on a network of the application, or the kit has no sign-in; `checking`: whether the account is
 * signed in is being found out.
 */
export type SignInState =
  | { readonly status: 'none' }
  | { readonly status: 'checking'; readonly account: SigningAccount }
  | {
      readonly status: 'signedOut'
      readonly account: SigningAccount
      /** A visitor who doesn't sign in is disconnected. */
      readonly isRequired: boolean
      /** That is happening. */
      readonly isLeaving?: boolean | undefined
    }
  | { readonly status: 'signedIn'; readonly account: SigningAccount; readonly session: SiwxSession }

/** The account that is to be signed in: the active family's, on a network that is configured. */
export function signingAccount(state: FoyerState): SigningAccount | undefined {
  const { family, connection } = state
  const address = connectionOf(connection, family)?.addresses[family]
  const network = networkOf(state)
  if (address === undefined || !network || !accountIdOfFamily(connection, family)) return undefined
  return { family, networkId: network.caipNetworkId, address }
}

export const isSameAccount = (one: SigningAccount | undefined, other: SigningAccount | undefined): boolean =>
  one?.networkId === other?.networkId && one?.address === other?.address
