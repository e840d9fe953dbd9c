import type { Family } from '@foyer/core'
import type { CoinBalance } from '@foyer/core/account'
import type { Fetched } from '@foyer/core/query'
import { useFetched } from './useFetched.js'

export interface WatchedBalance extends Pick<Fetched<CoinBalance>, 'status' | 'refetch'> {
  /** Of the network's own coin; undefined until it is known. */
  readonly balance: CoinBalance | undefined
}

/**
 * Follows what the account holds of the network's own coin. The code for it is fetched once an account is connected. It is asked again after a
 * transaction of this page is mined, and when the page is looked at again after the answer has expired.
 *
 * @param parameters.family - the active one unless said
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @see S9.9: an answer counts as fresh for 30 s
 * @example
 * const { balance, status, refetch } = useFoyerBalance()
 * return balance ? <p>{displayQuantity({ quantity: balance, symbol: balance.symbol, locale: 'en' })}</p> : <p>{status}</p>
 */
export function useFoyerBalance({ family }: { readonly family?: Family | undefined } = {}): WatchedBalance {
  const { status, data: balance, refetch } = useFetched('balance', { family })
  return { status, balance, refetch }
}
