import type { AccountId } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import {
  type Attempt,
  type AttemptReporter,
  freeSubject,
  type NumberedKind,
  type SignAttempt,
} from '../state/attempt.js'
import { runAttempt } from './runAttempt.js'

/** The kinds of attempt that an account's signature, or a word of its wallet, is all of. */
type SigningKind = NumberedKind & Extract<Attempt, Pick<SignAttempt, 'accountId'>>['kind']

interface RunSigningParameters<T> {
  /** The kind of request; a signature by default. */
  readonly kind?: SigningKind | undefined
  readonly accountId: AccountId
  readonly signal?: AbortSignal | undefined
  /** Runs before the wallet is asked. */
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
