import { accountOf, type Family, type Foyer } from '@foyer/core'
import { whenLoaded } from '@foyer/core/internal'
import { useEffect, useReducer, useState } from 'react'
import { useScope } from './scope.js'
import { useSelect } from './useSelect.js'

export interface WatchedBalance {
  /** `idle` while nothing is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Of the network's own coin, in its smallest unit (wei, lamports, satoshi). */
  readonly balance: { readonly value: bigint; readonly decimals: number; readonly symbol: string } | undefined
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
}

/**
 * Follows what the account holds of the network's own coin. The code for it is fetched once an account is connected.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @see S9.9: an answer counts as fresh for 30 s
 * @example
 * const { balance, status, refetch } = useFoyerBalance()
 * return balance ? <p>{displayQuantity({ quantity: balance, symbol: balance.symbol })}</p> : <p>{status}</p>
 */
export function useFoyerBalance({ family }: { readonly family?: Family | undefined } = {}): WatchedBalance {
  const { foyer } = useScope()
  const connected = useSelect((state) => accountOf(state, family).connection !== undefined)
  return useWatchedBalance({ foyer, family, connected })
}

/** As `useFoyerBalance`, for a kit whose account is known to be connected or not. */
export function useWatchedBalance({
  foyer,
  family,
  connected,
}: {
  readonly foyer: Foyer
  readonly family?: Family | undefined
  readonly connected: boolean
}): WatchedBalance {
  const [round, again] = useReducer((count: number) => count + 1, 0)
  const [watched, setWatched] = useState<WatchedBalance>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round fetches anew what didn't come
  useEffect(() => {
    if (!connected) return
    const stop = whenLoaded(foyer, {
      start: ({ startBalance }) =>
        startBalance(foyer, { family }, ({ status, value, decimals, symbol, refetch }) =>
          setWatched({ status, balance: value === undefined ? undefined : { value, decimals, symbol }, refetch }),
        ),
      failed: () => setWatched({ status: 'failed', balance: undefined, refetch: again }),
    })
    return () => {
      stop()
      setWatched(undefined)
    }
  }, [foyer, family, connected, round])
  return watched ?? (connected ? coming : idle)
}

const nothing = { balance: undefined, refetch: () => {} }
const idle: WatchedBalance = { status: 'idle', ...nothing }
const coming: WatchedBalance = { status: 'loading', ...nothing }
