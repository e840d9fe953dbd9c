import { FoyerError } from './FoyerError.js'

/** Something is to be sent before the form says what and to whom [S5.11]. */
export class SendIncompleteError extends FoyerError {
  override readonly name = 'SendIncompleteError'
  readonly code = 'send_incomplete'

  constructor({ missing }: { readonly missing: 'token' | 'amount' | 'recipient' }) {
    super(missing === 'token' ? 'A token is required' : 'An amount and receiver address are required', {
      facts: { missing },
      notice: 'send.incomplete',
    })
  }
}
