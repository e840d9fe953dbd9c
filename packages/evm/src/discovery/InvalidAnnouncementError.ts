import { FoyerError } from '@foyer/core/errors'

/** Something announced itself as a wallet that can't be one (EIP-6963); it is left out. */
export class InvalidAnnouncementError extends FoyerError {
  override readonly name = 'InvalidAnnouncementError'
  readonly code = 'invalid_announcement'

  constructor({ field, cause }: { readonly field: string; readonly cause?: unknown }) {
    super(`A wallet announced itself with an unusable ${field}.`, { facts: { field }, cause })
  }
}
