import type { AccountId } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { type AttemptReporter, freeSubject } from '../state/attempt.js'
import { runAttempt } from './runAttempt.js'

interface RunSigningParameters<T> {
  readonly accountId: AccountId
  readonly signal?: AbortSignal | undefined
  /** What comes before: the wallet isn't asked yet. */
  readonly prepare?: ((reporter: AttemptReporter) => Promise<void>) | undefined
  readonly ask: (signal: AbortSignal) => Promise<T>
}

/** Has a wallet sign, once. What it is asked to sign meanwhile runs beside it, as wallets answer both. @throws as {@link runAttempt} */
export function runSigning<T>(
  kit: FoyerContext,
  { accountId, signal, prepare, ask }: RunSigningParameters<T>,
): Promise<T> {
  return runAttempt(kit, {
    attempt: { kind: 'sign', accountId, subject: freeSubject(kit.store.getState().connection.attempts, 'sign') },
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
