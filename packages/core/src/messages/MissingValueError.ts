import { FoyerError } from '../errors/FoyerError.js'

/** A sentence was said without a value that it has a placeholder for. Thrown while developing only. */
export class MissingValueError extends FoyerError {
  override readonly name = 'MissingValueError'
  readonly code = 'missing_value'
  constructor({ key, placeholder }: { key: string; placeholder: string }) {
    super(`The sentence ${key} needs a value for {${placeholder}}. Pass it in the values of say().`, {
      facts: { key, placeholder },
    })
  }
}
