import { ConfigError } from './config.js'

/** The options hold no project id. */
export class MissingProjectIdError extends ConfigError {
  override readonly name = 'MissingProjectIdError'
  readonly code = 'missing_project_id'

  constructor() {
    super(
      'No `projectId` was given. Pass the id of your project at the server that `api` names; any name, as long as there is none.',
    )
  }
}

// What `createFoyer` can be given wrongly. Hardly any of it is in what a visitor downloads, so that it stands apart.

/** `networks` is empty: a kit has at least one. */
export class MissingNetworksError extends ConfigError {
  override readonly name = 'MissingNetworksError'
  readonly code = 'missing_networks'

  constructor() {
    super('No network was given. Pass at least one in `networks`.')
  }
}

/** Both sign-in options were given [S5.2 S8.20]. */
export class SignInOptionsConflictError extends ConfigError {
  override readonly name = 'SignInOptionsConflictError'
  readonly code = 'sign_in_options_conflict'

  constructor() {
    super('Cannot set both `siweConfig` and `siwx` options: they configure the same step. Keep `siwx`.')
  }
}

/** `createFoyer` was given an option that it does not know: most often a slip of the pen. */
export class UnknownOptionError extends ConfigError {
  override readonly name = 'UnknownOptionError'
  readonly code = 'unknown_option'

  constructor({
    option,
    known,
    meant,
  }: {
    readonly option: string
    readonly known: readonly string[]
    /** The one that it looks like. */
    readonly meant?: string | undefined
  }) {
    const remedy = meant === undefined ? `Known are: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`
    super(`The option \`${option}\` is unknown. ${remedy}`, { option })
  }
}

/** An option's value is none that it can have. The message says which it can. */
export class InvalidOptionError extends ConfigError {
  override readonly name = 'InvalidOptionError'
  readonly code = 'invalid_option'

  /** @param problem.given - the value as it is shown, without what may be secret */
  constructor({ option, given, remedy }: { readonly option: string; readonly given: string; readonly remedy: string }) {
    super(`The option \`${option}\` can't be ${given}. ${remedy}`, { option })
  }
}

/** Something stands twice where each may stand once: a network, a family's adapter, a connector, a wallet. */
export class DuplicateOptionError extends ConfigError {
  override readonly name = 'DuplicateOptionError'
  readonly code = 'duplicate_option'

  constructor({ option, duplicate }: { readonly option: string; readonly duplicate: string }) {
    super(`The option \`${option}\` has ${duplicate} twice. Remove one of them.`, { option, duplicate })
  }
}

/** A function stands where what it returns is needed: `evm` for `evm()`. */
export class FactoryNotCalledError extends ConfigError {
  override readonly name = 'FactoryNotCalledError'
  readonly code = 'factory_not_called'

  constructor({ option, factory }: { readonly option: string; readonly factory: string }) {
    super(
      `The option \`${option}\` has the function \`${factory}\`, and not what it makes. Call it: \`${factory}()\`.`,
      {
        option,
        factory,
      },
    )
  }
}

/** Neither an adapter nor a connector was given, so that no wallet can be reached. */
export class NoWayToWalletsError extends ConfigError {
  override readonly name = 'NoWayToWalletsError'
  readonly code = 'no_way_to_wallets'

  constructor() {
    super(
      'Neither `adapters` nor `connectors` has anything, so that no wallet can be reached. Pass `adapters: [evm()]` of `@foyer/evm`, or `connectors: [walletConnect()]` of `@foyer/walletconnect`.',
    )
  }
}

/** `createFoyer` was called without an object of options. */
export class MissingOptionsError extends ConfigError {
  override readonly name = 'MissingOptionsError'
  readonly code = 'missing_options'

  constructor({ given }: { readonly given: string }) {
    super(
      `\`createFoyer\` was called with ${given}. Pass its options: \`createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [evm()] })\`.`,
    )
  }
}
