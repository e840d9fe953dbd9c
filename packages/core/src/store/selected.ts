import type { Observable } from './observable.js'
import { same } from './same.js'
import type { Store } from './store.js'

/** The data of a view: it follows from a state, and from what is kept beside it. */
export interface Selected<T> extends Observable<T> {
  /** Returns the value for a server render, and while hydrating: by the state that the store was made with. */
  readonly getInitial: () => T
}

/**
 * Follows what `select` makes of a store's state. The same plain data keeps the same reference, so that nothing is drawn for nothing.
 *
 * @param options.beside - what `select` reads besides
 * @example
 * const email = selected({ store: foyer.store, select: loginEmailOf })
 */
export function selected<State extends object, T>({
  store,
  beside = [],
  select,
}: {
  readonly store: Pick<Store<State>, 'getState' | 'getInitialState' | 'subscribe'>
  readonly beside?: readonly Pick<Observable<unknown>, 'subscribe'>[] | undefined
  readonly select: (state: State, of: { readonly isInitial: boolean }) => T
}): Selected<T> {
  let last: { readonly value: T } | undefined
  const kept = (value: T): T => {
    if (!last || !same(last.value, value)) last = { value }
    return last.value
  }
  return {
    get: () => kept(select(store.getState(), { isInitial: false })),
    getInitial: () => kept(select(store.getInitialState(), { isInitial: true })),
    subscribe(listener) {
      const stops = [store.subscribe(() => listener()), ...beside.map(({ subscribe }) => subscribe(listener))]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** A value that follows from another: made once for each. */
export function mapped<T, Made>({ get, subscribe }: Observable<T>, make: (value: T) => Made): Observable<Made> {
  let last: { readonly of: T; readonly made: Made } | undefined
  return {
    subscribe,
    get() {
      const of = get()
      if (!last || !Object.is(last.of, of)) last = { of, made: make(of) }
      return last.made
    },
  }
}
