import { FoyerError } from '@foyer/core/errors'

/** A pairing URI was scanned or pasted after its time. */
export class PairingExpiredError extends FoyerError {
  override readonly name = 'PairingExpiredError'
  readonly code = 'pairing_expired'

  constructor({ expiryTimestamp }: { readonly expiryTimestamp: number }) {
    super('The pairing has expired: ask the application for a new one.', { facts: { expiryTimestamp } })
  }
}
