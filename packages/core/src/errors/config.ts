import { type ErrorFacts, FoyerError } from './FoyerError.js'
import { type FailureKind, failure } from './failure.js'

/** The host put the kit together wrongly: a developer's business, so it has no sentence for the visitor. */
export abstract class ConfigError extends FoyerError {}

/** The class of a mistake of the host's, see {@link failure}. */
export const setupFailure = <
  const Code extends string,
  Facts extends { readonly [Key in keyof Facts]: ErrorFacts[string] } = object,
>(
  code: Code,
  text: FailureKind<Facts>['text'],
) => failure<Code, Facts, ConfigError>(code, { text, base: ConfigError })

/** A network was added or removed whose family has no adapter [S5.3]. */
export class NoAdapterForNetworkError extends /* @__PURE__ */ setupFailure(
  'no_adapter_for_network',
  ({ family }: { family: string }) => `Adapter for namespace ${family} doesn't exist. Add it to \`adapters\` first.`,
) {}

/** Signing in was asked for, and the kit was made without it. */
export class SignInDisabledError extends /* @__PURE__ */ setupFailure(
  'sign_in_disabled',
  'SIWX is not enabled. Pass `siwx` to `createFoyer`, such as `localSiwx()` of `@foyer/core/signin`.',
) {}

/** A package added a view under the name of another one. */
export class ViewNameTakenError extends /* @__PURE__ */ setupFailure(
  'view_name_taken',
  ({ view }: { view: string }) =>
    `There is a view of the name ${view} already. Give the one that is added a name of its own.`,
) {}
