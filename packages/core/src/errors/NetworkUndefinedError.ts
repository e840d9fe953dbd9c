import { ConfigError } from './ConfigError.js'

/** Something needs the active network and there is none [S8.20]. */
export class NetworkUndefinedError extends ConfigError {
  override readonly name = 'NetworkUndefinedError'
  readonly code = 'network_undefined'

  constructor({ action }: { action: string }) {
    super(`CaipNetwork is undefined: ${action} needs an active network. Connect or switch first.`, { action })
  }
}
