import type { Amount } from '../chain/amount.js'
import type { Family } from '../chain/ids.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { accountOf, networkOf } from '../store/selectors.js'
import { heldTokens, totalUsd } from './heldTokens.js'
import { tokenBalancesQuery } from './tokenBalances.js'
import { statusOf, type WatchStatus } from './watchAccount.js'
import { type FollowedQuery, startQuery } from './watchQuery.js'

/** What one account holds, altogether. */
export interface AccountTotal {
  readonly status: WatchStatus
  /** In US dollars; undefined where no price is known. */
  readonly usd: Amount | undefined
}

/** By address. */
export type AccountTotals = ReadonlyMap<string, AccountTotal>

/**
 * Follows what each of a family's accounts holds on the active network: one question for each, and no more while the answer is fresh.
 *
 * @returns stops
 */
export function startAccountTotals(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  listener: (totals: AccountTotals) => void,
): () => void {
  const followed = new Map<string, Pick<FollowedQuery<unknown>, 'stop'>>()
  const totals = new Map<string, AccountTotal>()
  let networkId: string | undefined
  const forget = (gone: readonly string[]) => {
    for (const address of gone) {
      followed.get(address)?.stop()
      followed.delete(address)
      totals.delete(address)
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
    if (gone.length > 0) listener(new Map(totals))
    if (!network) return
    for (const address of wanted) {
      if (followed.has(address)) continue
      followed.set(address, { stop: () => {} })
      const query = { ...tokenBalancesQuery(contextOf(foyer), { address, network }), refetchInterval: false } as const
      const one = startQuery({
        foyer,
        query,
        listener(result) {
          const tokens = heldTokens(result.data ?? [])
          totals.set(address, { status: statusOf(result), usd: totalUsd({ tokens, testnet: network.testnet }) })
          listener(new Map(totals))
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
