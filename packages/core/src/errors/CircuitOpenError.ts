import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** The server failed several times in a row and is left alone for a while; nothing was sent. */
export class CircuitOpenError extends FoyerError {
  override readonly name = 'CircuitOpenError'
  readonly code = 'circuit_open'

  constructor({ origin, waitMs, context }: { origin: string; waitMs: number; context?: ErrorFacts | undefined }) {
    super(`${origin} failed several times in a row; it is asked again in ${Math.ceil(waitMs / 1000)} s.`, {
      facts: { ...context, origin, waitMs },
      notice: 'error.serverUnavailable',
    })
  }
}
