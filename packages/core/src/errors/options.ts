import { ConfigError, setupFailure } from './failure.js'

// What `createFoyer` can be given wrongly. Hardly any of it is in what a visitor downloads, so that it stands apart.

/** The options hold no project id. */
export class MissingProjectIdError extends /* @__PURE__ */ setupFailure(
  'missing_project_id',
  'No `projectId` was given. Pass the id of your project at the server that `api` names; any name, as long as there is none.',
) {}

/** `networks` is empty: a kit has at least one. */
export class MissingNetworksError extends /* @__PURE__ */ setupFailure(
  'missing_networks',
  'No network was given. Pass at least one in `networks`.',
) {}

/** Both sign-in options were given [S5.2 S8.20]. */
export class SignInOptionsConflictError extends /* @__PURE__ */ setupFailure(
  'sign_in_options_conflict',
  'Cannot set both `siweConfig` and `siwx` options: they configure the same step. Keep `siwx`.',
) {}

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
    super(`The option \`${option}\` is unknown. ${remedy}`, { facts: { option } })
  }
}

/** An option's value is none that it can have; given as it is shown, without what may be secret. The message says which it can. */
export class InvalidOptionError extends /* @__PURE__ */ setupFailure(
  'invalid_option',
  ({ option, given, remedy }: { option: string; given: string; remedy: string }) =>
    `The option \`${option}\` can't be ${given}. ${remedy}`,
) {}

/** Something stands twice where each may stand once: a network, a family's adapter, a connector, a wallet. */
export class DuplicateOptionError extends /* @__PURE__ */ setupFailure(
  'duplicate_option',
  ({ option, duplicate }: { option: string; duplicate: string }) =>
    `The option \`${option}\` has ${duplicate} twice. Remove one of them.`,
) {}

/** A function stands where what it returns is needed: `evm` for `evm()`. */
export class FactoryNotCalledError extends /* @__PURE__ */ setupFailure(
  'factory_not_called',
  ({ option, factory }: { option: string; factory: string }) =>
    `The option \`${option}\` has the function \`${factory}\`, and not what it makes. Call it: \`${factory}()\`.`,
) {}

/** Neither an adapter nor a connector was given, so that no wallet can be reached. */
export class NoWayToWalletsError extends /* @__PURE__ */ setupFailure(
  'no_way_to_wallets',
  'Neither `adapters` nor `connectors` has anything, so that no wallet can be reached. Pass `adapters: [evm()]` of `@foyer/evm`, or `connectors: [walletConnect()]` of `@foyer/walletconnect`.',
) {}

/** `createFoyer` was called without an object of options. */
export class MissingOptionsError extends /* @__PURE__ */ setupFailure(
  'missing_options',
  ({ given }: { given: string }) =>
    `\`createFoyer\` was called with ${given}. Pass its options: \`createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [evm()] })\`.`,
) {}
