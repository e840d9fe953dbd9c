import { FoyerError } from '@foyer/core/errors'

/** A proposal or sign-in is to be answered that isn’t waiting for one. */
export class UnknownProposalError extends FoyerError {
  override readonly name = 'UnknownProposalError'
  readonly code = 'unknown_proposal'

  constructor() {
    super('There is no such proposal: it was answered, withdrawn or has expired.')
  }
}
