import { QueryObserver, type QueryObserverResult } from '@tanstack/query-core'
import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import { accountOf, networkOf } from '../store/selectors.js'
import { balanceQuery, type NativeBalance } from './balanceQuery.js'
import { queryClientOf } from './queryClientOf.js'

/** What an account holds of its network's own coin, as it is known by now. */
export interface BalanceState {
  /** `idle`: nobody is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** In the smallest unit. */
  readonly value: bigint | undefined
  readonly decimals: number
  readonly symbol: string
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
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
  { family }: { readonly family?: Family | undefined },
  listener: (balance: BalanceState) => void,
): () => void {
  let stopFormer = () => {}
  let key: string | undefined
  const follow = () => {
    const state = foyer.store.getState()
    const network = networkOf(state, family)
    const { address } = accountOf(state, family)
    const next = network && address ? `${network.caipNetworkId}:${address}` : ''
    if (next === key) return
    key = next
    stopFormer()
    stopFormer = () => {}
    if (!network || !address) return listener(idle)
    const observer = new QueryObserver(queryClientOf(foyer.context), balanceQuery(foyer.context, { address, network }))
    const refetch = () => void observer.refetch()
    const { decimals, symbol } = network.nativeCurrency
    const tell = (result: QueryObserverResult<NativeBalance>) =>
      listener({ status: statusOf(result), value: result.data?.value, decimals, symbol, refetch })
    stopFormer = observer.subscribe(tell)
    tell(observer.getCurrentResult())
  }
  const stopFollowing = foyer.store.subscribe(follow)
  follow()
  return () => {
    stopFollowing()
    stopFormer()
  }
}

const idle: BalanceState = { status: 'idle', value: undefined, decimals: 18, symbol: '', refetch: () => {} }

function statusOf({ isError, data, isFetching }: QueryObserverResult<NativeBalance>): BalanceState['status'] {
  if (data !== undefined) return isError ? 'failed' : 'ready'
  return isError && !isFetching ? 'failed' : 'loading'
}
