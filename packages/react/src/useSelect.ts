import type { FoyerState } from '@foyer/core'
import { useRef, useSyncExternalStore } from 'react'
import { useKit } from './kit.js'

/** Do two values of plain data say the same? What the store has left alone is seen by reference. */
export function same<T>(a: unknown, b: T): a is T {
  if (Object.is(a, b)) return true
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

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
