import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { type ErrorFacts, FoyerError, type FoyerErrorOptions } from './FoyerError.js'

/** An error's parts beside its own facts: what was being done (never a secret), and what was caught. */
export interface FailureOptions {
  readonly context?: ErrorFacts | undefined
  readonly cause?: unknown
}

/** The texts of one kind of errors. All arguments are facts. */
export interface FailureKind<Facts, Of extends FoyerError = FoyerError> {
  /** The message for the developer: what happened and what to do. */
  readonly text: string | ((facts: Facts) => string)
  /** The visitor's sentence; none where a visitor can't act. */
  readonly notice?: PlainSentenceKey | ((facts: Facts) => PlainSentenceKey | undefined) | undefined
  readonly base?: (abstract new (message: string, options: FoyerErrorOptions) => Of) | undefined
}

export type Failure<Code, Facts, Of> = new (
  ...given: object extends Facts ? [given?: Facts & FailureOptions] : [given: Facts & FailureOptions]
) => Of & { readonly code: Code }

/**
 * The class of a failure that its code and its facts say whole, to be extended by the class that has its name.
 * Its name follows from the code: `request_pending` is a RequestPendingError.
 *
 * @example
 * class TooManyCodesError extends failure('too_many_codes', { text: 'Too many codes were wrong.' }) {}
 */
export function failure<
  const Code extends string,
  Facts extends { readonly [Key in keyof Facts]: ErrorFacts[string] } = object,
  Of extends FoyerError = FoyerError,
>(code: Code, kind: FailureKind<Facts, Of>): Failure<Code, Facts, Of>
export function failure(
  code: string,
  { text, notice, base: Base = FoyerError }: FailureKind<ErrorFacts>,
): Failure<string, ErrorFacts, FoyerError> {
  const name = `_${code}_error`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return class extends Base {
    override readonly name = name
    readonly code = code

    constructor({ context, cause, ...facts }: ErrorFacts & FailureOptions = {}) {
      super(typeof text === 'string' ? text : text(facts), {
        facts: { ...context, ...facts },
        notice: typeof notice === 'function' ? notice(facts) : notice,
        cause,
      })
    }
  }
}

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
