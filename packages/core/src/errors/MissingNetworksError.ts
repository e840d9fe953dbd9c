import { ConfigError } from './ConfigError.js'

/** `networks` is empty: a kit has at least one. */
export class MissingNetworksError extends ConfigError {
  override readonly name = 'MissingNetworksError'
  readonly code = 'missing_networks'

  constructor() {
    super('No network was given. Pass at least one in `networks`.')
  }
}
