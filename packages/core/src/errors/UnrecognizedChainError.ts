import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** The wallet does not know the chain (EIP-3326 4902, also nested in `data.originalError`) [S8.39]; it can be offered with `wallet_addEthereumChain`. */
export class UnrecognizedChainError extends WalletError {
  override readonly name = 'UnrecognizedChainError'
  readonly code = 'unrecognized_chain'

  constructor(options: WalletErrorOptions = {}) {
    super(
      'The wallet does not know the chain. Offer it with wallet_addEthereumChain.',
      'error.chainNotSupported',
      options,
    )
  }
}
