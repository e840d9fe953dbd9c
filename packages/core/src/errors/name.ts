import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** A call about account names failed. Its message is for the visitor: the server's own reason, else what was tried [S8.19]. */
export class NameServiceError extends FoyerError {
  override readonly name = 'NameServiceError'
  readonly code = 'name_service'

  constructor({
    message,
    facts,
    cause,
  }: { readonly message: string; readonly facts: ErrorFacts; readonly cause: unknown }) {
    super(message, { facts, cause })
  }
}
