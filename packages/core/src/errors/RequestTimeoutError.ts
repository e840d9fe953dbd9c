import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** No whole answer within the time allowed [S8.37]. */
export class RequestTimeoutError extends FoyerError {
  override readonly name = 'RequestTimeoutError'
  readonly code = 'request_timeout'

  constructor({
    timeoutMs,
    context,
    cause,
  }: { timeoutMs?: number | undefined; context?: ErrorFacts | undefined; cause?: unknown } = {}) {
    super('The request took too long to respond.', {
      facts: { ...context, timeoutMs },
      notice: 'error.timedOut',
      cause,
    })
  }
}
