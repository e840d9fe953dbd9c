import { type AttemptReporter, isAsking, type Refusal, slotOf, type TransactionAttempt } from '../attempt/attempt.js'
import { refusalUnlessAborted, runAttempt } from '../attempt/runAttempt.js'
import type { SentTransaction } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import type { FoyerError } from '../errors/FoyerError.js'
import { TransactionFailedError } from '../errors/transaction.js'
import type { TrackedTransaction } from './trackedTransaction.js'
import { trayOf } from './tray.js'

export interface RunTransactionParameters {
  readonly attempt: Omit<TransactionAttempt, 'id' | 'step' | 'end'>
  readonly signal?: AbortSignal | undefined
  /** What comes before: the wallet isn't asked for the transaction yet. */
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
 * @throws what `prepare` and `send` throw · TransactionFailedError where it was sent and came to something else · RequestTimeoutError · AbortedError
 */
export async function runTransaction(
  kit: FoyerContext,
  { attempt, signal, prepare, send, onSent }: RunTransactionParameters,
): Promise<TrackedTransaction | undefined> {
  if (isAsking(kit.store.getState().connection.attempts[slotOf(attempt)])) return undefined
  let reached: 'before' | 'asked' | 'sent' = 'before'
  return runAttempt(kit, {
    attempt,
    signal,
    // The wallet alone is waited for no longer than that.
    goesOn: () => reached !== 'asked',
    async run(reporter) {
      await prepare?.(reporter)
      reporter.signal.throwIfAborted()
      reached = 'asked'
      reporter.step({ type: 'walletPrompt' })
      const sent = await send(reporter)
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
      if (tracked && isFailed(tracked.status)) throw new TransactionFailedError({ ...tracked, status: tracked.status })
      return tracked
    },
    refusal: (error) => (reached === 'before' ? refusalUnlessAborted(error) : refusalOnceAsked(error, reached)),
    settle: (tracked) => tracked,
  })
}

const isFailed = (status: TrackedTransaction['status']): status is TransactionFailedError['status'] =>
  status !== 'pending' && status !== 'mined'

/** The wallet gave no answer, or none that names a transaction. */
const unsettled: readonly string[] = [
  'request_timeout',
  'wallet_answer',
  'aborted',
  'provider_disconnected',
  'chain_disconnected',
]

/** Whether a wallet that was asked may have sent it, though it failed with an error. */
export const mayHaveBeenSent = ({ code }: Pick<FoyerError, 'code'>): boolean => unsettled.includes(code)

function refusalOnceAsked(error: FoyerError, reached: 'asked' | 'sent'): Refusal | undefined {
  const isUnknown = reached === 'asked' ? mayHaveBeenSent(error) : !(error instanceof TransactionFailedError)
  if (isUnknown) return { code: error.code, notice: 'error.mayHaveBeenSent', mayHaveBeenSent: true }
  return refusalUnlessAborted(error)
}
