import { keysOf } from './keysOf.js'
import type { Observable } from './observable.js'

/**
 * What is worked out of values that change: the same for as long as they are, so that nothing is kept twice.
 *
 * @param parameters.sources - call back after a change, of these values or of others
 */
export function derived<Values extends object, T>({
  sources,
  values,
  work,
}: {
  readonly sources: readonly Pick<Observable<unknown>, 'subscribe'>[]
  readonly values: () => Values
  readonly work: (values: Values) => T
}): Observable<T> {
  let last: { readonly values: Values; readonly result: T } | undefined
  const get = (): T => {
    const now = values()
    const former = last?.values
    if (!last || keysOf(now).some((key) => !Object.is(now[key], former?.[key])))
      last = { values: now, result: work(now) }
    return last.result
  }
  return {
    get,
    subscribe(listener) {
      let seen = get()
      const look = () => {
        const now = get()
        if (now === seen) return
        seen = now
        listener()
      }
      const stops = sources.map(({ subscribe }) => subscribe(look))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
