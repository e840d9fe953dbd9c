import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** The wallet answered, but not with what the method returns. */
export class WalletAnswerError extends FoyerError {
  override readonly name = 'WalletAnswerError'
  readonly code = 'wallet_answer'

  constructor({
    method,
    expected,
    context,
    cause,
  }: { method: string; expected: string; context?: ErrorFacts | undefined; cause?: unknown }) {
    super(`The wallet's answer to ${method} is invalid: it should be ${expected}.`, {
      facts: { ...context, method, expected },
      notice: 'error.wrongAnswer',
      cause,
    })
  }
}
