import { AbortedError } from '../errors/connection.js'
import type { Clock } from './clock.js'

/** Waits `ms` milliseconds, or until the signal aborts. @throws {@link AbortedError} */
export function sleep({
  clock,
  ms,
  signal,
}: {
  clock: Clock
  ms: number
  signal?: AbortSignal | undefined
}): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new AbortedError({ cause: signal.reason }))
    const cancel = clock.setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      cancel()
      reject(new AbortedError({ cause: signal?.reason }))
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
