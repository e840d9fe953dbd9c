import { FoyerError } from './FoyerError.js'

/** The wallet neither knows the network nor takes it in [S4.34 S4.35]. */
export class ChainNotSupportedError extends FoyerError {
  override readonly name = 'ChainNotSupportedError'
  readonly code = 'chain_not_supported'

  constructor({ networkId, cause }: { readonly networkId: string; readonly cause?: unknown }) {
    super('Chain is not supported', { facts: { networkId }, notice: 'error.chainNotSupported', cause })
  }
}
