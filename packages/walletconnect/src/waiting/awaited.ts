import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'

/** How a promise is settled: the first call counts. */
export interface Settling<Value> {
  resolve(value: Value | Promise<Value>): void
  reject(error: unknown): void
}

/**
 * A promise that is settled from outside, and that ends by itself when its time is over or its caller aborts.
 *
 * @param input.limit - how long it takes at most, and the error that it rejects with then; without one it waits
 * @param input.ended - called when it is settled, whichever way
 * @param begin - begins the work, unless the signal has aborted before; what it throws rejects the promise
 * @throws AbortedError, and what `begin` settles it with
 */
export function awaited<Value>(
  {
    clock,
    limit,
    signal,
    ended,
  }: {
    readonly clock: Clock
    readonly limit?: { readonly ms: number; readonly error: () => Error } | undefined
    readonly signal?: AbortSignal | undefined
    readonly ended: () => void
  },
  begin: (settling: Settling<Value>) => unknown,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const endingBy =
      <Outcome>(settle: (outcome: Outcome) => void) =>
      (outcome: Outcome) => {
        cancel?.()
        signal?.removeEventListener('abort', abort)
        settle(outcome)
        ended()
      }
    const fail = endingBy(reject)
    const abort = () => fail(new AbortedError({ cause: signal?.reason }))
    const cancel = limit && clock.setTimeout(() => fail(limit.error()), limit.ms)
    signal?.addEventListener('abort', abort, { once: true })
    const start = async () => begin({ resolve: endingBy(resolve), reject: fail })
    if (signal?.aborted) abort()
    else start().catch(fail)
  })
}
