import { FoyerError } from '@foyer/core/errors'

/** The part of a pairing URI that is missing or wrong; `uri` where it isn't one at all. */
export type PairingUriField =
  | 'uri'
  | 'topic'
  | 'version'
  | 'symKey'
  | 'relay-protocol'
  | 'relay-data'
  | 'expiryTimestamp'
  | 'methods'

/** A text is no pairing URI of this version. What it says isn't told: its key opens the conversation. */
export class InvalidPairingUriError extends FoyerError {
  override readonly name = 'InvalidPairingUriError'
  readonly code = 'invalid_pairing_uri'
  readonly field: PairingUriField

  constructor({ field, cause }: { readonly field: PairingUriField; readonly cause?: unknown }) {
    super(`The pairing URI is invalid: its \`${field}\` is missing, doubled or malformed.`, { facts: { field }, cause })
    this.field = field
  }
}
