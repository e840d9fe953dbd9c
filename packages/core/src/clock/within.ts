import type { Clock } from './clock.js'

/** The outcome, or undefined once it has taken too long. @throws what the promise rejects with, in time */
export function within<T>({
  clock,
  ms,
  promise,
}: {
  readonly clock: Clock
  readonly ms: number
  readonly promise: Promise<T>
}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(() => resolve(undefined), ms)
    promise.then(resolve, reject).finally(cancel)
  })
}
