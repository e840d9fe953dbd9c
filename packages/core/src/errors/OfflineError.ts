import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** The request failed and the device says that it has no network. */
export class OfflineError extends FoyerError {
  override readonly name = 'OfflineError'
  readonly code = 'offline'

  constructor({ context, cause }: { context?: ErrorFacts | undefined; cause?: unknown } = {}) {
    super('The device is offline. Try again when the network is back.', {
      facts: context,
      notice: 'error.offline',
      cause,
    })
  }
}
