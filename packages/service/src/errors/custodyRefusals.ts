import { ApiError, refusal } from './ApiError.js'

/** This deletion can be cancelled no more, or somebody has cancelled it. */
export class DeletionOverError extends refusal({
  code: 'deletion_over',
  status: 409,
  name: 'wallet',
  description: 'This deletion is over: the wallet is gone, or it was cancelled.',
}) {}

/** The keeper hasn't confirmed this device for this person, or its confirmation is over or was used. */
export class UnconfirmedError extends ApiError {
  constructor({ cause }: { cause?: unknown } = {}) {
    const description = 'This device is not confirmed. Confirm it by the link in the mail.'
    super({ code: 'unconfirmed', status: 403, name: 'confirmation', description, cause })
  }
}
