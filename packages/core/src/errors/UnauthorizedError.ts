import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The wallet has not given this page the account or the method (EIP-1193 4100) [S8.39]. */
export class UnauthorizedError extends WalletError {
  override readonly name = 'UnauthorizedError'
  readonly code = 'unauthorized'

  constructor(options: WalletErrorOptions = {}) {
    super(
      'The wallet has not authorised this page for the account or the method. Connect first.',
      'error.walletLocked',
      options,
    )
  }
}
