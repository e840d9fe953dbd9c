import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import { accountOf } from '../store/selectors.js'
import { type BalanceState, idleBalance, type TokenBalancesState } from './balances.js'
import type { IdentityState } from './identity.js'

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
