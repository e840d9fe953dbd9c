import { FoyerError } from '@foyer/core/errors'

/** A hook or a button of the kit stands outside of a `FoyerProvider`. */
export class ProviderMissingError extends FoyerError {
  override readonly name = 'ProviderMissingError'
  readonly code = 'provider_missing'

  constructor() {
    super('There is no FoyerProvider above this component. Wrap the application: <FoyerProvider foyer={foyer}>.')
  }
}
