import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The wallet is cut off from every chain (EIP-1193 4900) [S8.39]. */
export class ProviderDisconnectedError extends WalletError {
  override readonly name = 'ProviderDisconnectedError'
  readonly code = 'provider_disconnected'

  constructor(options: WalletErrorOptions = {}) {
    super('The wallet is disconnected from all chains.', 'error.walletDisconnected', options)
  }
}
