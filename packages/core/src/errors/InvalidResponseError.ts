import { FoyerError } from './FoyerError.js'
import type { FailureOptions } from './failure.js'

export interface InvalidResponseOptions extends FailureOptions {
  /** The field that is wrong, as a path (`balances.0.symbol`); the whole answer when left out. */
  readonly field?: string | undefined
  /** The expected value: `JSON`, `string`, … */
  readonly expected: string
}

/** A server answered in a shape that it may not: a web page instead of JSON, a missing or wrong field. */
export class InvalidResponseError extends FoyerError {
  override readonly name = 'InvalidResponseError'
  readonly code = 'invalid_response'
  readonly field: string | undefined

  constructor({ field, expected, context, cause }: InvalidResponseOptions) {
    super(`The answer is invalid: ${field ? `its field \`${field}\`` : 'it'} should be ${expected}.`, {
      facts: { ...context, field, expected },
      notice: 'error.serverUnavailable',
      cause,
    })
    this.field = field
  }
}
