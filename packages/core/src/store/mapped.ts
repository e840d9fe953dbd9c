import type { Observable } from './observable.js'

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
