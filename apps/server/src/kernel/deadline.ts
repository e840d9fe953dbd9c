import type { Clock } from '@foyer/service/clock'

/** A signal that ends what waits for it. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Lets go of the timer and of the signal it follows; to be called when the work is done. */
  end(): void
}

/**
 * Aborts when the given signal does, or after a time. Not `AbortSignal.any` with `AbortSignal.timeout`: on Node 20 the
 * timer's signal is held by nothing, and where it is collected the wait has no end.
 * @see https://github.com/nodejs/node/issues/57736
 */
export function startDeadline({ signal, ms, clock }: { signal: AbortSignal; ms: number; clock: Clock }): Deadline {
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  const late = () => controller.abort(new DOMException(`No answer in ${ms} ms.`, 'TimeoutError'))
  const cancel = clock.setTimeout(late, ms)
  signal.addEventListener('abort', follow, { once: true })
  if (signal.aborted) follow()
  return {
    signal: controller.signal,
    end() {
      cancel()
      signal.removeEventListener('abort', follow)
    },
  }
}
