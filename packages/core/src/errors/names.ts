import { FoyerError } from './FoyerError.js'

/** A name was to be registered from an account that isn't the embedded login's [S6.7]. */
export class EmbeddedLoginRequiredError extends FoyerError {
  override readonly name = 'EmbeddedLoginRequiredError'
  readonly code = 'embedded_login_required'

  constructor() {
    super(
      "A name is registered from an account of the embedded login: connect by e-mail or a social account, which is the connector's type `AUTH`.",
    )
  }
}

/** A text can't be the first part of an account's name [S5.8 S5.9]. */
export class InvalidAccountNameError extends FoyerError {
  override readonly name = 'InvalidAccountNameError'
  readonly code = 'invalid_account_name'

  constructor({ fault }: { readonly fault: 'short' | 'characters' }) {
    const rule =
      fault === 'short'
        ? 'it must be at least 4 characters long'
        : 'it can only contain letters, numbers and - characters'
    super(`This can't be a name: ${rule}.`, { facts: { fault } })
  }
}

/** The operator's server gives no names, or the host named no server. */
export class NamesUnavailableError extends FoyerError {
  override readonly name = 'NamesUnavailableError'
  readonly code = 'names_unavailable'

  constructor() {
    super('No names can be registered here: the server gives none, or doesn’t serve the active network.', {
      notice: 'error.notSupported',
    })
  }
}
