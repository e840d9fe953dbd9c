import { FoyerError } from '../errors/FoyerError.js'

/** A chain id that no name can be registered for: it must be a whole number from 1 to 2147483647 [S5.10]. */
export class InvalidNameChainError extends FoyerError {
  override readonly name = 'InvalidNameChainError'
  readonly code = 'invalid_name_chain'
  constructor() {
    super('Invalid chainId')
  }
}
