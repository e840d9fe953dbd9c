import { FoyerError } from '@foyer/core/errors'

/** A request is to be answered that isn’t waiting for one. */
export class UnknownRequestError extends FoyerError {
  override readonly name = 'UnknownRequestError'
  readonly code = 'unknown_request'

  constructor() {
    super('There is no such request: it was answered or has expired, or its session is over.')
  }
}
