import { FoyerError } from '@foyer/core/errors'

/** A message can't be decrypted: another key, or changed on its way. Which of both can't be told, and isn't. */
export class UndecryptableError extends FoyerError {
  override readonly name = 'UndecryptableError'
  readonly code = 'undecryptable'

  constructor({ cause }: { readonly cause?: unknown } = {}) {
    super('The message can’t be decrypted.', { cause })
  }
}
