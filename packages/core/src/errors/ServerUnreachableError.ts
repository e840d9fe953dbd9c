import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** The request never got a whole answer: no route, a refused or broken connection, or a browser's rule (CORS, content policy). */
export class ServerUnreachableError extends FoyerError {
  override readonly name = 'ServerUnreachableError'
  readonly code = 'server_unreachable'

  constructor({ origin, context, cause }: { origin: string; context?: ErrorFacts | undefined; cause?: unknown }) {
    super(`No answer from ${origin}. It may be down, or a CORS rule or content policy may forbid the request.`, {
      facts: { ...context, origin },
      notice: 'error.serverUnavailable',
      cause,
    })
  }
}
