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
