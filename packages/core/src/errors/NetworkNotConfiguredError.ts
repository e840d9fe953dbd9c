import { FoyerError } from './FoyerError.js'

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
