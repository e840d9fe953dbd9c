import type { Foyer, FoyerState } from '@foyer/core'

/** Something of the kit's state as the modal shows it: later than it comes, and gone before it goes. */
export interface Shown<T> {
  get(): T | undefined
  subscribe(listener: () => void): () => void
}

/** One change of what is to be shown. */
export interface ShownTurn<T> {
  readonly wanted: T | undefined
  readonly shown: T | undefined
  readonly show: (next: T | undefined) => void
  /** Does something later; what was put off before is called off. */
  readonly after: (later: { readonly ms: number; readonly run: () => void }) => void
}

/** Watches the state for as long as somebody looks. `turn` decides when a change is shown. */
export function createShown<T>({
  foyer: {
    store,
    context: { clock },
  },
  wantedOf,
  turn,
}: {
  readonly foyer: Foyer
  readonly wantedOf: (state: FoyerState) => T | undefined
  readonly turn: (turn: ShownTurn<T>) => void
}): Shown<T> {
  const listeners = new Set<() => void>()
  let wanted: T | undefined
  let shown: T | undefined
  let stopClock: (() => void) | undefined
  let stopWatching: (() => void) | undefined

  const show = (next: T | undefined) => {
    if (shown === next) return
    shown = next
    for (const listener of [...listeners]) listener()
  }
  const after: ShownTurn<T>['after'] = ({ ms, run }) => {
    stopClock?.()
    stopClock = clock.setTimeout(run, ms)
  }
  const follow = () => {
    const next = wantedOf(store.getState())
    if (next === wanted) return
    wanted = next
    stopClock?.()
    turn({ wanted, shown, show, after })
  }

  return {
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        stopWatching = store.subscribe(follow)
        follow()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopWatching?.()
        stopClock?.()
        wanted = undefined
        shown = undefined
      }
    },
  }
}
