import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The wallet has no such method (EIP-1193 4200) [S8.39]. */
export class UnsupportedMethodError extends WalletError {
  override readonly name = 'UnsupportedMethodError'
  readonly code = 'unsupported_method'

  constructor(options: WalletErrorOptions = {}) {
    super('The wallet does not support this method.', 'error.notSupported', options)
  }
}
