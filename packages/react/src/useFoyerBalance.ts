import { accountOf, type Family } from '@foyer/core'
import { whenLoaded } from '@foyer/core/internal'
import { useCallback } from 'react'
import { useKit } from './kit.js'
import { useSelect } from './useSelect.js'
import { useWatched } from './useWatched.js'

export interface WatchedBalance {
  /** `idle` while nothing is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Of the network's own coin, in its smallest unit (wei, lamports, satoshi). */
  readonly balance: { readonly value: bigint; readonly decimals: number; readonly symbol: string } | undefined
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
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
  const { shown } = useKit()
  const isConnected = useSelect((state) => accountOf(state, family).connection !== undefined)
  const watch = useCallback(
    (emit: (balance: WatchedBalance) => void) =>
      isConnected
        ? whenLoaded(shown, {
            start: ({ startBalance }) =>
              startBalance(shown, { family }, ({ status, value, decimals, symbol, refetch }) =>
                emit({ status, balance: value === undefined ? undefined : { value, decimals, symbol }, refetch }),
              ),
            failed: (refetch) => emit({ status: 'failed', balance: undefined, refetch }),
          })
        : () => {},
    [shown, family, isConnected],
  )
  return useWatched({ initial: isConnected ? loading : idle, watch })
}

const nothing = { balance: undefined, refetch: () => {} }
const idle: WatchedBalance = { status: 'idle', ...nothing }
const loading: WatchedBalance = { status: 'loading', ...nothing }
