import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The visitor said no in the wallet: EIP-1193 4001, WalletConnect 5000, and their like [S8.39]. Not a crash. */
export class UserRejectedError extends WalletError {
  override readonly name = 'UserRejectedError'
  readonly code = 'user_rejected'

  constructor(options: WalletErrorOptions = {}) {
    super('The request was refused in the wallet.', 'error.rejected', options)
  }
}
