import { ConfigError } from './ConfigError.js'

/** WalletConnect was asked for and not passed [S8.20]. */
export class WalletConnectConnectorNotFoundError extends ConfigError {
  override readonly name = 'WalletConnectConnectorNotFoundError'
  readonly code = 'walletconnect_connector_not_found'

  constructor() {
    super('WalletConnectConnector not found: add `walletConnect()` to `connectors`.')
  }
}
