import { FoyerError } from '@foyer/core/errors'

/** A pairing URI was scanned or pasted again after what it brought had been answered. */
export class PairingUsedError extends FoyerError {
  override readonly name = 'PairingUsedError'
  readonly code = 'pairing_used'

  constructor() {
    super('This pairing code was used already: ask the application for a new one.')
  }
}
