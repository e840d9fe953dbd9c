import type { Family } from '../chain/ids.js'
import type { TokenBalance } from '../connector/family.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import { accountOf } from '../store/selectors.js'
import type { WatchStatus } from './watchAccount.js'

/** What an account holds of its network's own coin, as it is known by now. */
export interface BalanceState {
  /** `idle`: no account is connected, the network isn't configured, or its family has no adapter. A failure keeps what was known. */
  readonly status: WatchStatus
  /** In the smallest unit. */
  readonly value: bigint | undefined
  readonly decimals: number
  readonly symbol: string
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
}

/** While nothing is connected. */
export const idleBalance: BalanceState = {
  status: 'idle',
  value: undefined,
  decimals: 18,
  symbol: '',
  refetch: () => {},
}

/**
 * Follows the balance of a family's chosen account over changes of account and network. The answer to a former account never shows.
 *
 * @returns stops
 * @see S9.9: an answer counts as fresh for 30 s
 * @example
 * const stop = watchBalance(foyer, {}, ({ status, value }) => console.log(status, value))
 */
export function watchBalance(
  foyer: Foyer,
  options: { readonly family?: Family | undefined },
  listener: (balance: BalanceState) => void,
): () => void {
  if (!accountOf(foyer.store.getState(), options.family).connection) listener(idleBalance)
  return whenLoaded(foyer, {
    start: ({ startBalance }) => startBalance(foyer, options, listener),
    failed: (refetch) => listener({ ...idleBalance, status: 'failed', refetch }),
  })
}

/** An account's name and picture, as they are known by now. */
export interface IdentityState {
  /** `idle`: no account is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: WatchStatus
  /** Undefined where there is none, or it isn't known yet. */
  readonly name: string | undefined
  readonly avatar: string | undefined
}

/**
 * Follows the name and picture of a family's chosen account over changes of account and network, where the host named a server to ask.
 *
 * @returns stops
 * @see S9.9: an answer counts as fresh for 5 min
 * @example
 * const stop = watchIdentity(foyer, {}, ({ name, avatar }) => console.log(name, avatar))
 */
export function watchIdentity(
  foyer: Foyer,
  options: { readonly family?: Family | undefined },
  listener: (identity: IdentityState) => void,
): () => void {
  return whenLoaded(foyer, {
    start: ({ startIdentity }) => startIdentity(foyer, options, listener),
    failed: () => listener({ status: 'failed', name: undefined, avatar: undefined }),
  })
}

/** What an account holds, as it is known by now. */
export interface TokenBalancesState {
  /** `idle`: no account is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: WatchStatus
  /** The network's own coin, which has no address, is among them. */
  readonly tokens: readonly TokenBalance[]
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
}

/**
 * Follows what a family's chosen account holds on its network, the network's own coin too, over changes of account and network. It is asked for every 10 s
 * while the page is seen, after a transaction of this page, and less often where the server fails.
 *
 * @returns stops
 * @see S9.9: an answer counts as fresh for 30 s; S9.25: a failure is left alone for 30 s
 * @example
 * const stop = watchTokenBalances(foyer, {}, ({ tokens }) => console.log(tokens.length))
 */
export function watchTokenBalances(
  foyer: Foyer,
  options: { readonly family?: Family | undefined },
  listener: (tokens: TokenBalancesState) => void,
): () => void {
  return whenLoaded(foyer, {
    start: ({ startTokenBalances }) => startTokenBalances(foyer, options, listener),
    failed: (refetch) => listener({ status: 'failed', tokens: [], refetch }),
  })
}
