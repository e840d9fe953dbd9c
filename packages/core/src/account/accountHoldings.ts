import type { Family } from '../chain/ids.js'
import type { TokenBalance } from '../connector/family.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { accountOf, networkOf } from '../store/selectors.js'
import { tokenBalancesQuery } from './tokenBalances.js'
import { statusOf, type WatchStatus } from './watchAccount.js'
import { type FollowedQuery, startQuery } from './watchQuery.js'

/** What one account holds, as it is known by now. */
export interface AccountHoldings {
  readonly status: WatchStatus
  readonly tokens: readonly TokenBalance[]
}

/** By address. */
export type HoldingsByAddress = ReadonlyMap<string, AccountHoldings>

/**
 * Follows what each of a family's accounts holds on the active network: one question for each, and no more while the answer is fresh.
 *
 * @returns stops
 */
export function startAccountHoldings(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  listener: (holdings: HoldingsByAddress) => void,
): () => void {
  const followed = new Map<string, Pick<FollowedQuery<unknown>, 'stop'>>()
  const holdings = new Map<string, AccountHoldings>()
  let networkId: string | undefined
  const forget = (gone: readonly string[]) => {
    for (const address of gone) {
      followed.get(address)?.stop()
      followed.delete(address)
      holdings.delete(address)
    }
  }
  const follow = () => {
    const state = foyer.store.getState()
    const network = networkOf(state, family)
    const wanted = network ? accountOf(state, family).accounts.map(({ address }) => address) : []
    const isSame = network?.caipNetworkId === networkId
    const gone = [...followed.keys()].filter((address) => !isSame || !wanted.includes(address))
    networkId = network?.caipNetworkId
    forget(gone)
    if (gone.length > 0) listener(new Map(holdings))
    if (!network) return
    for (const address of wanted) {
      if (followed.has(address)) continue
      followed.set(address, { stop: () => {} })
      const query = { ...tokenBalancesQuery(contextOf(foyer), { address, network }), refetchInterval: false } as const
      const one = startQuery({
        foyer,
        query,
        listener(result) {
          holdings.set(address, { status: statusOf(result), tokens: result.data ?? [] })
          listener(new Map(holdings))
        },
      })
      followed.set(address, one)
    }
  }
  const stopFollowing = foyer.store.subscribe(follow)
  follow()
  return () => {
    stopFollowing()
    forget([...followed.keys()])
  }
}
