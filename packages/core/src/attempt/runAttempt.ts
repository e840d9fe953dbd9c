import type { Family } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { ErrorFacts, FoyerError } from '../errors/FoyerError.js'
import { RequestTimeoutError, requestExpiryMs } from '../errors/wallet.js'
import {
  type Asking,
  type Attempt,
  type AttemptId,
  type AttemptReporter,
  type AttemptStep,
  isRunning,
  type Refusal,
  type RunningAttempt,
  slotOf,
} from '../state/attempt.js'
import { dispatchEvent } from './dispatchEvent.js'
import { ownError, raiseAlert, refusalOf } from './failure.js'

export { requestExpiryMs }

type Unstarted<A> = A extends Attempt ? Omit<A, 'id' | 'step' | 'end'> : never

/** Work that is run under a number until its end. */
export interface Task<T, R> {
  /** The caller's own: its abort cancels the attempt. */
  readonly signal?: AbortSignal | undefined
  /** Returns how long it waits, in ms, by the time waited so far: at its start and each expiry; 0 ends it. `requestExpiryMs` in all by default. */
  readonly expiryMs?: ((waitedMs: number) => number) | undefined
  /** Added to an error that isn't the kit's own. */
  readonly facts?: ErrorFacts | undefined
  readonly run: (reporter: AttemptReporter) => Promise<T>
  /** Gives a result in the place of an error, or throws it. */
  readonly recover?: ((error: FoyerError) => T) | undefined
  /** Returns the error as the store keeps it; undefined where it counts as cancelled. By default that is an abort. */
  readonly refusal?: ((error: FoyerError) => Refusal | undefined) | undefined
  /** Takes the result over, at once; what it throws fails the attempt. */
  readonly settle: (result: T, id: AttemptId) => R
}

export interface RunAttemptParameters<T, R> extends Task<T, R> {
  readonly attempt: Unstarted<Attempt>
  /** Whose connection it may change. */
  readonly families?: readonly Family[] | undefined
}

/**
 * Runs what asks a wallet or a visitor, from its start to whichever end comes first; the store shows it all along.
 *
 * @throws what the task threw, as one of the kit's errors; AbortedError; RequestTimeoutError
 */
export function runAttempt<T, R>(
  kit: FoyerContext,
  { attempt, families = [], ...task }: RunAttemptParameters<T, R>,
): Promise<R> {
  const id = kit.nextAttemptId()
  dispatchEvent(kit, { type: 'started', families, attempt: { ...attempt, id, step: { type: 'starting' } } })
  return runToEnd(kit, { id, ...task })
}

/** Shows why nothing could be asked; an attempt of the kind that runs goes on instead. @throws the cause */
export function refuseAttempt(
  kit: FoyerContext,
  { attempt, cause }: { readonly attempt: Unstarted<Attempt>; readonly cause: unknown },
): Promise<never> {
  const refused = Promise.reject(cause)
  if (isRunning(kit.store.getState().connection.attempts[slotOf(attempt)])) return refused
  return runAttempt(kit, { attempt, run: () => refused, settle: (none: never) => none })
}

/** Runs what the store has under a number already. @throws as {@link runAttempt} */
export async function runToEnd<T, R>(
  kit: FoyerContext,
  { id, facts, recover, refusal = refusalUnlessAborted, settle, ...task }: Task<T, R> & { readonly id: AttemptId },
): Promise<R> {
  try {
    const result = settle(
      await untilEnded({ kit, id, ...task }).catch((cause: unknown) => {
        if (recover) return recover(ownError(cause, facts))
        throw cause
      }),
      id,
    )
    dispatchEvent(kit, { type: 'succeeded', attemptId: id })
    return result
  } catch (cause) {
    const error = ownError(cause, facts)
    raiseAlert(kit, error)
    dispatchEvent(kit, { type: 'failed', attemptId: id, refusal: refusal(error) })
    throw error
  }
}

export const refusalUnlessAborted = (error: FoyerError): Refusal | undefined =>
  error instanceof AbortedError ? undefined : refusalOf(error)

/** Ends with the answer, the caller's signal, the expiry, or an abort of the running attempt. An answer after the end changes nothing. */
async function untilEnded<T>({
  kit,
  id,
  signal,
  expiryMs = (waitedMs) => requestExpiryMs - waitedMs,
  run,
}: Pick<Task<T, unknown>, 'signal' | 'expiryMs' | 'run'> & {
  readonly kit: FoyerContext
  readonly id: AttemptId
}): Promise<T> {
  const controller = new AbortController()
  const running: RunningAttempt = { controller }
  kit.running.set(id, running)
  const abort = () => controller.abort(new AbortedError())
  let stopClock = () => {}
  const startClock = (waitedMs: number) => {
    const ms = expiryMs(waitedMs)
    if (ms > 0) stopClock = kit.clock.setTimeout(() => startClock(waitedMs + ms), ms)
    else controller.abort(new RequestTimeoutError({ timeoutMs: waitedMs }))
  }
  startClock(0)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  try {
    return await new Promise<T>((resolve, reject) => {
      const ended = () => reject(controller.signal.reason)
      if (controller.signal.aborted) return ended()
      controller.signal.addEventListener('abort', ended, { once: true })
      run(reporterOf({ kit, id, running })).then(resolve, reject)
    })
  } finally {
    stopClock()
    signal?.removeEventListener('abort', abort)
    kit.running.delete(id)
  }
}

function reporterOf({
  kit,
  id,
  running,
}: {
  readonly kit: FoyerContext
  readonly id: AttemptId
  readonly running: RunningAttempt
}): AttemptReporter {
  const { signal } = running.controller
  const isOver = () => signal.aborted || kit.running.get(id) !== running
  /** A step is the end of the question before it. */
  const show = (step: AttemptStep, asking?: Asking | undefined) => {
    if (isOver()) return asking?.drop()
    running.asking?.drop()
    running.asking = asking
    dispatchEvent(kit, { type: 'stepped', attemptId: id, step })
  }
  return {
    id,
    signal,
    step: (step) => show(step),
    ask: (step) =>
      new Promise((resolve, reject) => {
        const drop = () => reject(new AbortedError())
        signal.addEventListener('abort', drop, { once: true })
        show(step, { step, resolve, drop })
      }),
  }
}
