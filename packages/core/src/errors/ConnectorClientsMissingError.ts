import { ConfigError } from './ConfigError.js'

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
