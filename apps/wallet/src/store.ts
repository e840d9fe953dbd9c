/** A state that is read and changed, and says so. */
export interface Store<State> {
  get(): State
  set(part: Partial<State>): void
  subscribe(listener: () => void): () => void
}

/** Holds a state; each change is a new object. */
export function createStore<State extends object>(initial: State): Store<State> {
  const listeners = new Set<() => void>()
  let state = initial
  return {
    get: () => state,
    set(part) {
      state = { ...state, ...part }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
