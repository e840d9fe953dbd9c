import { isConnected } from '@foyer/core'
import { displayQuantity } from '@foyer/core/chain'
import { useRef } from 'react'
import { useWatchedBalance, type WatchedBalance } from '../../useFoyerBalance.js'
import { useModal } from '../modalContext.js'

export type Balance =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  /** The number in two parts, so that the lesser may be dimmer. */
  | { readonly status: 'ready'; readonly whole: string; readonly fraction: string; readonly symbol: string }

/** What the active account holds of its network's own coin. */
export function useBalance(): Balance {
  const { foyer, state } = useModal()
  const now = useWatchedBalance({ foyer, connected: isConnected(state) })
  // When the connection ends, what was seen last stays while the card fades.
  const last = useRef<WatchedBalance>(now)
  if (now.status !== 'idle') last.current = now
  const { status, balance, refetch } = last.current
  if (balance) {
    const [whole = '', fraction = ''] = displayQuantity({ quantity: balance }).split('.')
    return { status: 'ready', whole, fraction, symbol: balance.symbol }
  }
  return status === 'failed' ? { status: 'failed', retry: refetch } : { status: 'loading' }
}
