import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The wallet is cut off from the chain that was asked for (EIP-1193 4901) [S8.39]. */
export class ChainDisconnectedError extends WalletError {
  override readonly name = 'ChainDisconnectedError'
  readonly code = 'chain_disconnected'

  constructor(options: WalletErrorOptions = {}) {
    super('The wallet is disconnected from the chain that was asked for.', 'error.networkUnavailable', options)
  }
}
