import { RequestTimeoutError } from '../errors/wallet.js'
import type { Clock } from './clock.js'

/**
 * Waits for work, but not for ever [F18]: after `ms` milliseconds it is what `late` returns.
 *
 * @throws what the work throws · RequestTimeoutError where nothing stands for an answer that is late
 */
export function inTime<T, Late = never>({
  clock,
  ms,
  work,
  late = () => {
    throw new RequestTimeoutError({ timeoutMs: ms })
  },
}: {
  readonly clock: Clock
  readonly ms: number
  readonly work: () => Promise<T>
  readonly late?: (() => Late) | undefined
}): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const stopClock = clock.setTimeout(() => {
      const end = async () => late()
      end().then(resolve, reject)
    }, ms)
    const begin = async () => work()
    begin().then(resolve, reject).finally(stopClock)
  })
}
