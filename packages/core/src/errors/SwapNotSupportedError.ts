import { FoyerError } from './FoyerError.js'

/** The active network isn't one where the server swaps, or knows what gas costs there. */
export class SwapNotSupportedError extends FoyerError {
  override readonly name = 'SwapNotSupportedError'
  readonly code = 'swap_not_supported'

  constructor({ networkId, asked }: { readonly networkId: string | undefined; readonly asked: 'Swaps' | 'Gas Price' }) {
    super(`Network not supported for ${asked}`, { facts: { networkId }, notice: 'error.chainNotSupported' })
  }
}
