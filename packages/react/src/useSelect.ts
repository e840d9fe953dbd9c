import type { FoyerState } from '@foyer/core'
import { same } from '@foyer/core/internal'
import { useRef, useSyncExternalStore } from 'react'
import { useKit } from './kit.js'

/**
 * Follows what `select` picks of the kit's state. The same plain data keeps the same reference, so that nothing renders
 * for nothing; a server, and a page while it is hydrated, see the state that the kit was made with.
 */
export function useSelect<T>(select: (state: FoyerState) => T): T {
  const { store } = useKit().shown
  const last = useRef<T>(undefined)
  const pick = (state: FoyerState) => {
    const value = select(state)
    const { current } = last
    if (same(current, value)) return current
    last.current = value
    return value
  }
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.getState()),
    () => pick(store.getInitialState()),
  )
}
