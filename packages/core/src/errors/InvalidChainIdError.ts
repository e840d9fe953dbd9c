import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The wallet calls the chain id invalid (32603, positive) [S8.39]; some wallets mean that they do not know the chain. */
export class InvalidChainIdError extends WalletError {
  override readonly name = 'InvalidChainIdError'
  readonly code = 'invalid_chain_id'

  constructor(options: WalletErrorOptions = {}) {
    super('The wallet calls the chain id invalid.', 'error.chainNotSupported', options)
  }
}
