import { FoyerError } from '@foyer/core/errors'

/** Something is to be done with a session that a wallet doesn’t have. */
export class UnknownSessionError extends FoyerError {
  override readonly name = 'UnknownSessionError'
  readonly code = 'unknown_session'

  constructor() {
    super('There is no such session: it is over or has expired.')
  }
}
