import { FoyerError } from '@foyer/core/errors'

/** A sign-in through a wallet session isn't as its standards have it; `field` says where. */
export class InvalidAuthenticationError extends FoyerError {
  override readonly name = 'InvalidAuthenticationError'
  readonly code = 'invalid_authentication'
  readonly field: string

  constructor({ field, cause }: { readonly field: string; readonly cause?: unknown }) {
    super(`The sign-in through the wallet is malformed at \`${field}\`.`, { facts: { field }, cause })
    this.field = field
  }
}
