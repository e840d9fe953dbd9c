import type { FoyerState } from '@foyer/core'
import { useRef, useSyncExternalStore } from 'react'
import { same } from './same.js'
import { useScope } from './scope.js'

/**
 * Follows what `select` picks of the kit's state. The same plain data keeps the same reference, so that nothing renders
 * for nothing; a server, and a page while it is hydrated, see the state that the kit was made with.
 */
export function useSelect<T>(select: (state: FoyerState) => T): T {
  const { store } = useScope().foyer
  const last = useRef<{ readonly value: T }>(undefined)
  const pick = (state: FoyerState) => {
    const value = select(state)
    if (!last.current || !same(last.current.value, value)) last.current = { value }
    return last.current.value
  }
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.getState()),
    () => pick(store.getInitialState()),
  )
}
