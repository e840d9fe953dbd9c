import { ConfigError } from './config.js'
import { type ErrorFacts, FoyerError } from './FoyerError.js'
import { WalletError, type WalletErrorOptions } from './wallet.js'

/** The caller, a newer attempt or the kit's end aborted it. */
export class AbortedError extends FoyerError {
  override readonly name = 'AbortedError'
  readonly code = 'aborted'

  constructor({ context, cause }: { context?: ErrorFacts | undefined; cause?: unknown } = {}) {
    super('The request was aborted.', { facts: context, cause })
  }
}

/** No adapter was passed for the family [S8.20]. */
export class AdapterNotFoundError extends ConfigError {
  override readonly name = 'AdapterNotFoundError'
  readonly code = 'adapter_not_found'

  constructor({ family }: { family: string }) {
    super(`Adapter not found: none was passed for the family ${family}. Add it to \`adapters\`.`, { family })
  }
}

/** The connector factory was called without its connection client, its network client, or both [S5.4 S8.20]. */
export class ConnectorClientsMissingError extends ConfigError {
  override readonly name = 'ConnectorClientsMissingError'
  readonly code = 'connector_clients_missing'

  constructor({ missing }: { missing: 'connection' | 'network' | 'both' }) {
    super(
      `ConnectionControllerClient and NetworkControllerClient must be set: ${missing === 'both' ? 'both are' : `the ${missing} client is`} missing.`,
      { missing },
    )
  }
}

/** No wallet of that id is in the page (any more). */
export class ConnectorNotFoundError extends FoyerError {
  override readonly name = 'ConnectorNotFoundError'
  readonly code = 'connector_not_found'

  constructor({ connectorId }: { connectorId: string }) {
    super(`No connector has the id ${connectorId}. The wallet may have been removed or switched off.`, {
      facts: { connectorId },
      notice: 'error.walletNotFound',
    })
  }
}

/** The wallet failed to end the connection; the kit's own side is clean all the same [S4.3 S8.18]. */
export class DisconnectError extends FoyerError {
  override readonly name = 'DisconnectError'
  readonly code = 'disconnect'

  constructor({ cause }: { cause: unknown }) {
    super('The wallet did not end the connection. The kit has forgotten it; the wallet may still list this site.', {
      notice: 'account.disconnectFailed',
      cause,
    })
  }
}

/** A request came before its chain family was connected [S5.7]. */
export class NamespaceNotConfiguredError extends ConfigError {
  override readonly name = 'NamespaceNotConfiguredError'
  readonly code = 'namespace_not_configured'

  constructor({ family }: { family: string }) {
    super('Namespace is not configured. Please call connect() first with namespace config.', { family })
  }
}

/** A wallet failed in a way that no standard names. `cause` is what it threw. */
export class UnknownWalletError extends WalletError {
  override readonly name = 'UnknownWalletError'
  readonly code = 'unknown_wallet'

  constructor({ text, ...options }: WalletErrorOptions & { readonly text?: string | undefined } = {}) {
    super(`The wallet failed${text ? `: ${text.slice(0, 500)}` : ' without saying why.'}`, 'error.unknown', options)
  }
}

/** WalletConnect was asked for and not passed [S8.20]. */
export class WalletConnectConnectorNotFoundError extends ConfigError {
  override readonly name = 'WalletConnectConnectorNotFoundError'
  readonly code = 'walletconnect_connector_not_found'

  constructor() {
    super('WalletConnectConnector not found: add `walletConnect()` to `connectors`.')
  }
}

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
