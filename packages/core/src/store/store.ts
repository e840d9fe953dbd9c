/** A state of plain data and who follows it: what a page reads of a vanilla Zustand store, so that its `useStore` takes one too. */
export interface Store<State extends object> {
  readonly getState: () => State
  /** The state that it was made with. */
  readonly getInitialState: () => State
  /** Merges what has changed; the same state emits nothing. */
  readonly setState: (change: Partial<State> | ((state: State) => Partial<State> | State)) => void
  /** Calls back after each change. @returns unsubscribes */
  readonly subscribe: (listener: (state: State, before: State) => void) => () => void
}

/**
 * Makes a store.
 *
 * @example
 * const { getState, setState } = createStore({ online: true })
 */
export function createStore<State extends object>(initial: State): Store<State> {
  const listeners = new Set<(state: State, before: State) => void>()
  let state = initial
  return {
    getState: () => state,
    getInitialState: () => initial,
    setState(change) {
      const changed = typeof change === 'function' ? change(state) : change
      if (changed === state) return
      const before = state
      state = { ...state, ...changed }
      for (const listener of listeners) listener(state, before)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
