import { FoyerError } from '@foyer/core/errors'

/** A pairing URI was scanned or pasted again after what it brought had been answered. */
export class PairingUsedError extends FoyerError {
  override readonly name = 'PairingUsedError'
  readonly code = 'pairing_used'

  constructor() {
    super('This pairing code was used already: ask the application for a new one.')
  }
}

/** A proposal or sign-in is to be answered that isn’t waiting for one. */
export class UnknownProposalError extends FoyerError {
  override readonly name = 'UnknownProposalError'
  readonly code = 'unknown_proposal'

  constructor() {
    super('There is no such proposal: it was answered, withdrawn or has expired.')
  }
}

/** A request is to be answered that isn’t waiting for one. */
export class UnknownRequestError extends FoyerError {
  override readonly name = 'UnknownRequestError'
  readonly code = 'unknown_request'

  constructor() {
    super('There is no such request: it was answered or has expired, or its session is over.')
  }
}

/** Something is to be done with a session that a wallet doesn’t have. */
export class UnknownSessionError extends FoyerError {
  override readonly name = 'UnknownSessionError'
  readonly code = 'unknown_session'

  constructor() {
    super('There is no such session: it is over or has expired.')
  }
}
