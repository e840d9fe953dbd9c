import { ConfigError } from './ConfigError.js'

/** Something needs an account on a network and there is none [S8.20]. */
export class NetworkOrAddressUndefinedError extends ConfigError {
  override readonly name = 'NetworkOrAddressUndefinedError'
  readonly code = 'network_or_address_undefined'

  constructor({ action }: { action: string }) {
    super(`CaipNetwork or CaipAddress is undefined: ${action} needs a connected account. Connect first.`, { action })
  }
}
