import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The wallet already shows a prompt of the same kind (its answer -32002), so it took no second one. */
export class RequestPendingError extends WalletError {
  override readonly name = 'RequestPendingError'
  readonly code = 'request_pending'

  constructor(options: WalletErrorOptions = {}) {
    super(
      'The wallet already has a request of this kind open; the visitor must answer that one first.',
      'error.requestPending',
      options,
    )
  }
}
