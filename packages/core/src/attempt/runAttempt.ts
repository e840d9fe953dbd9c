import type { AccountId, Family } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { type ErrorFacts, FoyerError } from '../errors/FoyerError.js'
import { foreignError } from '../errors/foreignError.js'
import { RequestTimeoutError, requestExpiryMs } from '../errors/wallet.js'
import { raiseAlert } from '../setup/raiseAlert.js'
import {
  type Asking,
  type Attempt,
  type AttemptId,
  type AttemptReporter,
  type AttemptStep,
  freeSubject,
  isRunning,
  type NumberedKind,
  type Refusal,
  type RunningAttempt,
  type SignAttempt,
  slotOf,
} from '../state/attempt.js'
import { type ConnectionEvent, type ConnectionState, nextConnection } from '../state/connection.js'
import type { FoyerState } from '../state/state.js'
import { frozen } from '../store/frozen.js'

export { requestExpiryMs }

type Unstarted<A> = A extends Attempt ? Omit<A, 'id' | 'step' | 'end'> : never

/** Work that is run under a number until its end. */
export interface Task<T, R> {
  /** The caller's own: its abort cancels the attempt. */
  readonly signal?: AbortSignal | undefined
  /** Returns the next wait in ms, from the ms waited so far: asked at the start and at each expiry; 0 ends it. `requestExpiryMs` in all by default. */
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

/** Applies an event, aborts what it superseded, and drops the live connections that it ended. */
export function dispatchEvent(kit: FoyerContext, event: ConnectionEvent): void {
  const { live, running, store, update } = kit
  update((state) => {
    const next = nextConnection(state.connection, event)
    const connection = process.env.NODE_ENV === 'production' ? next : frozen(next)
    return connection === state.connection ? state : { connection, family: familyAfter(state, connection) }
  })
  const { connections, pending, attempts } = store.getState().connection
  const underWay = new Set(
    [...Object.values(pending), ...Object.values(attempts).filter(isRunning)].map((each) => each?.id),
  )
  for (const [id, { controller }] of running) if (!underWay.has(id)) controller.abort(new AbortedError())
  for (const [id, { stopListening }] of [...live]) {
    if (connections[id]) continue
    live.delete(id)
    stopListening()
  }
}

/** Returns the active family: where its connection ends or doesn't come back, that of the first connected network, so the visitor is left with what there is. */
function familyAfter(
  { family, networks, connection: before }: FoyerState,
  { active, pending }: ConnectionState,
): Family {
  const wasThere = before.active[family] !== undefined || before.pending[family]?.kind === 'restore'
  if (!wasThere || active[family] || pending[family]) return family
  return networks.find(({ chainNamespace }) => active[chainNamespace])?.chainNamespace ?? family
}

/** Returns what a connector threw as one of the kit's errors: a well-made connector turns its wallet's errors into the kit's itself. It never throws. */
export function ownError(cause: unknown, context?: ErrorFacts | undefined): FoyerError {
  return isOwn(cause) ? cause : foreignError(cause, context)
}

function isOwn(cause: unknown): cause is FoyerError {
  try {
    return cause instanceof FoyerError
  } catch {
    return false // a proxy that hides its prototype
  }
}

/** Returns the part of an error that the store keeps: enough for the visitor's notice. */
export function refusalOf({ code, notice = 'error.unknown', facts: { said, seconds } }: FoyerError): Refusal {
  return {
    ...{ code, notice },
    ...(said && typeof said === 'string' && { reason: said }),
    ...(typeof seconds === 'number' && { seconds }),
  }
}

/** The kinds of attempt that an account's signature, or a word of its wallet, is all of. */
type SigningKind = NumberedKind & Extract<Attempt, Pick<SignAttempt, 'accountId'>>['kind']

interface RunSigningParameters<T> {
  /** The kind of attempt; a signature by default. */
  readonly kind?: SigningKind | undefined
  readonly accountId: AccountId
  readonly signal?: AbortSignal | undefined
  /** Runs before: the wallet isn't asked yet. */
  readonly prepare?: ((reporter: AttemptReporter) => Promise<void>) | undefined
  readonly ask: (signal: AbortSignal) => Promise<T>
}

/** Asks a wallet, once, for what ends with its answer: nothing is followed on the chain. What it is asked for meanwhile runs beside it, as wallets answer both. @throws as {@link runAttempt} */
export function runSigning<T>(
  kit: FoyerContext,
  { kind = 'sign', accountId, signal, prepare, ask }: RunSigningParameters<T>,
): Promise<T> {
  return runAttempt(kit, {
    attempt: { kind, accountId, subject: freeSubject(kit.store.getState().connection.attempts, kind) },
    signal,
    async run(reporter) {
      await prepare?.(reporter)
      reporter.signal.throwIfAborted()
      reporter.step({ type: 'walletPrompt' })
      return ask(reporter.signal)
    },
    settle: (signed) => signed,
  })
}
