import { FoyerError } from '@foyer/core/errors'

/** Something announced itself as a wallet that can't be one (EIP-6963); it is left out. */
export class InvalidAnnouncementError extends FoyerError {
  override readonly name = 'InvalidAnnouncementError'
  readonly code = 'invalid_announcement'

  constructor(facts: { readonly field: string }) {
    super(`A wallet announced itself with an unusable ${facts.field}.`, { facts })
  }
}
