import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** The host put the kit together wrongly: a developer's business, so it has no sentence for the visitor. */
export abstract class ConfigError extends FoyerError {
  constructor(message: string, facts?: ErrorFacts) {
    super(message, { facts })
  }
}

/** A network was added or removed whose family has no adapter [S5.3]. */
export class NoAdapterForNetworkError extends ConfigError {
  override readonly name = 'NoAdapterForNetworkError'
  readonly code = 'no_adapter_for_network'

  constructor({ family }: { family: string }) {
    super(`Adapter for namespace ${family} doesn't exist. Add it to \`adapters\` first.`, { family })
  }
}

/** Signing in was asked for, and the kit was made without it. */
export class SignInDisabledError extends ConfigError {
  override readonly name = 'SignInDisabledError'
  readonly code = 'sign_in_disabled'

  constructor() {
    super('SIWX is not enabled. Pass `siwx` to `createFoyer`, such as `localSiwx()` of `@foyer/core/signin`.')
  }
}

/** A package added a view under the name of another one. */
export class ViewNameTakenError extends ConfigError {
  override readonly name = 'ViewNameTakenError'
  readonly code = 'view_name_taken'

  constructor({ view }: { readonly view: string }) {
    super(`There is a view of the name ${view} already. Give the one that is added a name of its own.`, { view })
  }
}
