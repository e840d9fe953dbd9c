import { FoyerError } from './FoyerError.js'
import { WalletError, type WalletErrorOptions } from './wallet.js'

/** The wallet neither knows the network nor takes it in [S4.34 S4.35]. */
export class ChainNotSupportedError extends FoyerError {
  override readonly name = 'ChainNotSupportedError'
  readonly code = 'chain_not_supported'

  constructor({ networkId, cause }: { readonly networkId: string; readonly cause?: unknown }) {
    super('Chain is not supported', { facts: { networkId }, notice: 'error.chainNotSupported', cause })
  }
}

/** The wallet calls the chain id invalid (32603, positive) [S8.39]; some wallets mean that they do not know the chain. */
export class InvalidChainIdError extends WalletError {
  override readonly name = 'InvalidChainIdError'
  readonly code = 'invalid_chain_id'

  constructor(options: WalletErrorOptions = {}) {
    super('The wallet calls the chain id invalid.', 'error.chainNotSupported', options)
  }
}

/** A network that isn't among the kit's was asked for. */
export class NetworkNotConfiguredError extends FoyerError {
  override readonly name = 'NetworkNotConfiguredError'
  readonly code = 'network_not_configured'

  constructor({ networkId, configured }: { networkId: string; configured: readonly string[] }) {
    super(`The network ${networkId} isn't configured, so it can't be switched to. Add it to \`networks\`.`, {
      facts: { networkId, configured: configured.join(', ') },
      notice: 'error.unsupportedNetwork',
    })
  }
}
