import type { Clock } from '../clock/clock.js'
import { RequestTimeoutError } from '../errors/wallet.js'

/** Waits for what a host's own code or a server does, but not for ever [F18]. @throws what the work throws · RequestTimeoutError */
export function inTime<T>({
  clock,
  timeoutMs,
  work,
}: {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly work: () => Promise<T>
}): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stopClock = clock.setTimeout(() => reject(new RequestTimeoutError({ timeoutMs })), timeoutMs)
    work().then(resolve, reject).finally(stopClock)
  })
}
