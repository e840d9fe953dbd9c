import { type BalanceState, watchBalance } from '@foyer/core/account'
import { displayQuantity } from '@foyer/core/chain'
import { useEffect, useState } from 'react'
import { useModal } from '../modalContext.js'

export type Balance =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  /** The number in two parts, so that the lesser may be dimmer. */
  | { readonly status: 'ready'; readonly whole: string; readonly fraction: string; readonly symbol: string }

/** What the active account holds of its network's own coin. */
export function useBalance(): Balance {
  const { foyer } = useModal()
  const [watched, setWatched] = useState<BalanceState>()
  useEffect(
    // When the session ends, what was seen last stays while the card fades.
    () => watchBalance(foyer, {}, (next) => setWatched((last) => (next.status === 'idle' ? last : next))),
    [foyer],
  )
  if (watched?.value !== undefined) {
    const { value, decimals, symbol } = watched
    const [whole = '', fraction = ''] = displayQuantity({ quantity: { value, decimals } }).split('.')
    return { status: 'ready', whole, fraction, symbol }
  }
  return watched?.status === 'failed' ? { status: 'failed', retry: watched.refetch } : { status: 'loading' }
}
