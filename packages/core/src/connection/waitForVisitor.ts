import { AbortedError } from '../errors/connection.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import type { AttemptId } from './attempt.js'
import type { ConnectionMachine } from './machine.js'

/** How long a request waits for the visitor before it expires, so that every promise settles [F18]. */
export const requestExpiryMs: number = 5 * 60_000

/**
 * Runs what waits for a wallet's answer, and ends with it: by the answer, by the host's signal, by expiry, or by an abort of the id in `running`.
 * An answer that comes after the end changes nothing.
 *
 * @throws what the connector threw; AbortedError; RequestTimeoutError
 */
export async function waitForVisitor<T>({
  machine: { kit, running },
  id,
  signal,
  expiryMs = requestExpiryMs,
  goesOn = () => false,
  run,
}: {
  readonly machine: Pick<ConnectionMachine, 'kit' | 'running'>
  readonly id: AttemptId
  readonly signal?: AbortSignal | undefined
  readonly expiryMs?: number | undefined
  /** Asked at each expiry: true waits as long again. */
  readonly goesOn?: (() => boolean) | undefined
  readonly run: (signal: AbortSignal) => Promise<T>
}): Promise<T> {
  const controller = new AbortController()
  running.set(id, controller)
  const abort = () => controller.abort(new AbortedError())
  let stopClock = () => {}
  const startClock = () => {
    stopClock = kit.clock.setTimeout(() => {
      if (goesOn()) startClock()
      else controller.abort(new RequestTimeoutError({ timeoutMs: expiryMs }))
    }, expiryMs)
  }
  startClock()
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  try {
    return await new Promise<T>((resolve, reject) => {
      const ended = () => reject(controller.signal.reason)
      if (controller.signal.aborted) return ended()
      controller.signal.addEventListener('abort', ended, { once: true })
      run(controller.signal).then(resolve, reject)
    })
  } finally {
    stopClock()
    signal?.removeEventListener('abort', abort)
    running.delete(id)
  }
}
