import { FoyerError } from '@foyer/core/errors'

/** How bytes are written as text. */
export type TextForm = 'base58' | 'base64' | 'base64url' | 'hex'

/** A text isn't written in the form that it should be in. The text itself isn't told: it may be a key. */
export class InvalidTextError extends FoyerError {
  override readonly name = 'InvalidTextError'
  readonly code = 'invalid_text'

  constructor({ form }: { readonly form: TextForm }) {
    super(`The text isn't written as ${form}.`, { facts: { form } })
  }
}
