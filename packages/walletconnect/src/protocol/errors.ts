import { FoyerError } from '@foyer/core/errors'
import type { PayloadFailure } from './payload.js'

/** How bytes are written as text. */
export type TextForm = 'base58' | 'base64' | 'base64url' | 'hex'

/** A text isn't written in the form that it should be in. The text itself isn't part of the error: it may be a key. */
export class InvalidTextError extends FoyerError {
  override readonly name = 'InvalidTextError'
  readonly code = 'invalid_text'

  constructor({ form }: { readonly form: TextForm }) {
    super(`The text isn't written as ${form}.`, { facts: { form } })
  }
}

/** A message can't be decrypted: it is of another key, or was changed on its way. */
export class UndecryptableError extends FoyerError {
  override readonly name = 'UndecryptableError'
  readonly code = 'undecryptable'

  constructor({ cause }: { readonly cause?: unknown } = {}) {
    super('The message can’t be decrypted.', { cause })
  }
}

/** A peer's key, or one of ours, can't be calculated with. The key itself isn't part of the error. */
export class UnusableKeyError extends FoyerError {
  override readonly name = 'UnusableKeyError'
  readonly code = 'unusable_key'

  constructor({ fault, cause }: { readonly fault: 'length' | 'weak'; readonly cause?: unknown }) {
    super(`A key can't be calculated with: ${fault}.`, { facts: { fault }, cause })
  }
}

/** The fault of an envelope: its text, its length, its first byte, the text inside. */
export type EnvelopeFault = 'encoding' | 'size' | 'type' | 'text'

/** A message that can't be opened, for another reason than its key. */
export class InvalidEnvelopeError extends FoyerError {
  override readonly name = 'InvalidEnvelopeError'
  readonly code = 'invalid_envelope'
  readonly fault: EnvelopeFault

  constructor({ fault }: { readonly fault: EnvelopeFault }) {
    super(`The envelope can't be opened: ${fault}.`, { facts: { fault } })
    this.fault = fault
  }
}

/** A message is larger than relays take. */
export class MessageTooLargeError extends FoyerError {
  override readonly name = 'MessageTooLargeError'
  readonly code = 'message_too_large'

  constructor({ length, limit }: { readonly length: number; readonly limit: number }) {
    super(`The message has ${length} letters when sealed; relays take ${limit}.`, { facts: { length, limit } })
  }
}

/** A peer's or a relay's text isn't a message of the protocol. The error has the place in it, not what stands there. */
export class InvalidPayloadError extends FoyerError {
  override readonly name = 'InvalidPayloadError'
  readonly code = 'invalid_payload'
  /** A path, such as `params.namespaces.eip155.methods`; empty where the whole is wrong. */
  readonly field: string

  constructor({ field }: { readonly field: string }) {
    super(`The message is malformed${field ? ` at \`${field}\`` : ''}.`, { facts: { field } })
    this.field = field
  }
}

/** The terms that are asked for, or granted, aren't as the protocol wants them. */
export class InvalidNamespacesError extends FoyerError {
  override readonly name = 'InvalidNamespacesError'
  readonly code = 'invalid_namespaces'
  /** The failure that the peer is answered. */
  readonly failure: PayloadFailure

  constructor({ failure }: { readonly failure: PayloadFailure }) {
    super(`The session’s namespaces are wrong: ${failure.message}`, { facts: { peerCode: failure.code } })
    this.failure = failure
  }
}

/**
 * Returns the answer to a peer whose message can't be used.
 *
 * @param input.malformed - where it can't even be read
 * @throws what isn't the peer's fault
 */
export function failureIn({
  error,
  malformed,
}: {
  readonly error: unknown
  readonly malformed: PayloadFailure
}): PayloadFailure {
  if (error instanceof InvalidNamespacesError) return error.failure
  if (error instanceof InvalidPayloadError) return malformed
  throw error
}

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

/** A text is no pairing URI of this version. What it says isn't part of the error: its key decrypts the session's proposal. */
export class InvalidPairingUriError extends FoyerError {
  override readonly name = 'InvalidPairingUriError'
  readonly code = 'invalid_pairing_uri'
  readonly field: PairingUriField

  constructor({ field, cause }: { readonly field: PairingUriField; readonly cause?: unknown }) {
    super(`The pairing URI’s \`${field}\` is missing, doubled or malformed.`, { facts: { field }, cause })
    this.field = field
  }
}

/** A pairing URI was scanned or pasted after its time. */
export class PairingExpiredError extends FoyerError {
  override readonly name = 'PairingExpiredError'
  readonly code = 'pairing_expired'

  constructor({ expiryTimestamp }: { readonly expiryTimestamp: number }) {
    super('The pairing has expired: ask the application for a new one.', { facts: { expiryTimestamp } })
  }
}
