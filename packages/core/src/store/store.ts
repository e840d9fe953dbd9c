/** A state of plain data and who follows it. React's `useSyncExternalStore` takes one as it is, and so does Zustand's `useStore`. */
export interface Store<State extends object> {
  readonly getState: () => State
  /** The state that it was made with. */
  readonly getInitialState: () => State
  /** Merges what has changed; the same state emits nothing. */
  readonly setState: (change: Partial<State> | ((state: State) => Partial<State> | State)) => void
  /**
   * Calls back with each state and the one that this listener saw before it, once for each: a change that a listener makes meanwhile reaches the others
   * together with the one that caused it. @returns unsubscribes
   */
  readonly subscribe: (listener: (state: State, before: State) => void) => () => void
}

/**
 * Makes a store.
 *
 * @example
 * const { getState, setState } = createStore({ online: true })
 */
export function createStore<State extends object>(initial: State): Store<State> {
  const subscriptions = new Set<() => void>()
  let state = initial
  return {
    getState: () => state,
    getInitialState: () => initial,
    setState(change) {
      const changed = typeof change === 'function' ? change(state) : change
      if (changed === state) return
      state = { ...state, ...changed }
      for (const look of subscriptions) look()
    },
    subscribe(listener) {
      let seen = state
      const look = () => {
        const before = seen
        seen = state
        if (seen !== before) listener(seen, before)
      }
      subscriptions.add(look)
      return () => subscriptions.delete(look)
    },
  }
}
