import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** The caller called it off. */
export class AbortedError extends FoyerError {
  override readonly name = 'AbortedError'
  readonly code = 'aborted'

  constructor({ context, cause }: { context?: ErrorFacts | undefined; cause?: unknown } = {}) {
    super('The request was called off.', { facts: context, cause })
  }
}
