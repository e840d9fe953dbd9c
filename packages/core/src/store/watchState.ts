import type { StoreApi } from 'zustand/vanilla'

/**
 * Calls back with each state and the one seen before it. A store's own `subscribe` calls a listener twice for a change during which another
 * listener made a change of its own; here each change is seen once. @returns stops
 */
export function watchState<State>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  listener: (state: State, before: State) => void,
): () => void {
  let seen = store.getState()
  return store.subscribe(() => {
    const before = seen
    seen = store.getState()
    if (seen !== before) listener(seen, before)
  })
}
