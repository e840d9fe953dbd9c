import { FoyerError } from '@foyer/core/errors'

/** A message is larger than relays take. */
export class MessageTooLargeError extends FoyerError {
  override readonly name = 'MessageTooLargeError'
  readonly code = 'message_too_large'

  constructor({ length, limit }: { readonly length: number; readonly limit: number }) {
    super(`The message has ${length} letters when sealed; relays take ${limit}.`, { facts: { length, limit } })
  }
}
