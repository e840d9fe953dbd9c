import { refusalUnlessAborted, runAttempt } from '../attempt/runAttempt.js'
import type { SentTransaction } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import { TransactionFailedError, TransactionHeldError } from '../errors/action.js'
import type { FoyerError } from '../errors/FoyerError.js'
import { RequestTimeoutError, requestExpiryMs } from '../errors/wallet.js'
import {
  type AttemptId,
  type AttemptReporter,
  attemptById,
  isAsking,
  type Refusal,
  slotOf,
  type TransactionAttempt,
} from '../state/attempt.js'
import type { TrackedTransaction } from './trackedTransaction.js'
import { trayOf } from './tray.js'

export interface RunTransactionParameters {
  readonly attempt: Omit<TransactionAttempt, 'id' | 'step' | 'end'>
  readonly signal?: AbortSignal | undefined
  /** Runs before the wallet is asked for the transaction. */
  readonly prepare?: ((reporter: AttemptReporter) => Promise<void>) | undefined
  /** Asks the wallet, once. */
  readonly send: (reporter: AttemptReporter) => Promise<SentTransaction>
  /** Called once the wallet has sent it. */
  readonly onSent?: ((sent: SentTransaction) => void) | undefined
}

/**
 * Has the wallet send a transaction, and waits for its end. It is asked for once and never again [F22]: while the wallet is asked, nothing else of the
 * slot is begun.
 *
 * @returns undefined where that one goes on
 * @throws what `prepare` and `send` throw · TransactionFailedError where it was sent and came to something else · TransactionHeldError where its account's owners have to sign · RequestTimeoutError where the wallet
 * doesn't answer, or the chain doesn't say what became of it · AbortedError
 */
export async function runTransaction(
  kit: FoyerContext,
  { attempt, signal, prepare, send, onSent }: RunTransactionParameters,
): Promise<TrackedTransaction | undefined> {
  if (isAsking(kit.store.getState().connection.attempts[slotOf(attempt)])) return undefined
  let reached: 'before' | 'asked' | 'sent' = 'before'
  let askedAt = 0
  return runAttempt(kit, {
    attempt,
    signal,
    // It is the wallet that is waited for no longer than that, from when it was asked.
    expiryMs: () => (reached === 'asked' ? askedAt + requestExpiryMs - kit.clock.now() : requestExpiryMs),
    async run(reporter) {
      await prepare?.(reporter)
      reporter.signal.throwIfAborted()
      reached = 'asked'
      askedAt = kit.clock.now()
      reporter.step({ type: 'walletPrompt' })
      const sent = await send({
        ...reporter,
        // Each of several calls has its own time.
        step(step) {
          askedAt = kit.clock.now()
          reporter.step(step)
        },
      })
      // An answer after the end is in the tray, and changes nothing here.
      reporter.signal.throwIfAborted()
      reached = 'sent'
      reporter.step({ type: 'sent', hash: sent.hash })
      onSent?.(sent)
      // What takes another's place is followed as that one.
      if (attempt.kind === 'replace') return undefined
      const tracked = await trayOf(kit).ended({
        networkId: attempt.networkId,
        hash: sent.hash,
        signal: reporter.signal,
      })
      if (tracked?.status === 'pending') throw new RequestTimeoutError()
      if (tracked?.status === 'held') throw new TransactionHeldError({ hash: sent.hash })
      if (tracked && isFailed(tracked.status)) throw new TransactionFailedError({ ...tracked, status: tracked.status })
      return tracked
    },
    refusal: (error) => (reached === 'before' ? refusalUnlessAborted(error) : refusalOnceAsked(error, reached)),
    settle: (tracked) => tracked,
  })
}

/** The wallet's answer: it was sent, and `ended` settles as {@link runTransaction}; or why it wasn't. */
export type WalletAnswer =
  | {
      readonly status: 'sent'
      readonly hash: string
      readonly ended: Promise<TrackedTransaction | undefined>
    }
  /** Without a refusal no view waits for it: the kit was stopped, or it was cancelled before. */
  | { readonly status: 'failed'; readonly error: unknown; readonly refusal: Refusal | undefined }

/** The same, until the wallet has answered. @returns undefined where another is asked for already */
export function askToSend(
  kit: FoyerContext,
  { prepare, ...parameters }: Omit<RunTransactionParameters, 'onSent'>,
): Promise<WalletAnswer | undefined> {
  return new Promise((resolve) => {
    let own: AttemptId | undefined
    const ended: Promise<TrackedTransaction | undefined> = runTransaction(kit, {
      ...parameters,
      prepare(reporter) {
        own = reporter.id
        return prepare?.(reporter) ?? Promise.resolve()
      },
      onSent: ({ hash }) => resolve({ status: 'sent', hash, ended }),
    })
    ended.then(
      () => resolve(undefined),
      (error: unknown) => {
        const attempt = own === undefined ? undefined : attemptById(kit.store.getState().connection.attempts, own)
        const refusal = attempt?.end?.status === 'failed' ? attempt.end : undefined
        resolve({ status: 'failed', error, refusal })
      },
    )
  })
}

const isFailed = (status: TrackedTransaction['status']): status is TransactionFailedError['status'] =>
  status !== 'pending' && status !== 'held' && status !== 'mined'

/** The wallet gave no answer, or none that names a transaction; or the node did that was handed it. */
const unsettled: readonly string[] = [
  'request_timeout',
  'wallet_answer',
  'aborted',
  'provider_disconnected',
  'chain_disconnected',
  'relay_unreachable',
  'broadcast_unclear',
]

/** Whether a wallet that was asked may have sent it, though it failed with an error. */
export const mayHaveBeenSent = ({
  code,
  facts,
}: Pick<FoyerError, 'code'> & Partial<Pick<FoyerError, 'facts'>>): boolean =>
  code === 'calls_stopped' ? facts?.unclear === true : unsettled.includes(code)

function refusalOnceAsked(error: FoyerError, reached: 'asked' | 'sent'): Refusal | undefined {
  // Nobody says what became of a batch that its wallet doesn't know.
  if (error instanceof TransactionFailedError && error.status === 'unknown')
    return { code: error.code, notice: 'error.callsUnknown', mayHaveBeenSent: true }
  if (error instanceof TransactionHeldError)
    return { code: error.code, notice: 'account.transactionHeld', mayHaveBeenSent: true }
  const isUnknown = reached === 'asked' ? mayHaveBeenSent(error) : !(error instanceof TransactionFailedError)
  if (isUnknown) return { code: error.code, notice: 'error.mayHaveBeenSent', mayHaveBeenSent: true }
  return refusalUnlessAborted(error)
}
