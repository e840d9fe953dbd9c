import { type Ciphers, openSealed } from './cipher/ciphers.js'
import { attempt, type Bytes, bytesOfBase64, bytesToBase64, bytesToUtf8, joinBytes, utf8ToBytes } from './codec.js'
import { InvalidEnvelopeError, MessageTooLargeError } from './errors.js'

/** Bytes of an envelope's parts. */
export const publicKeyLength = 32
const ivLength = 12
const tagLength = 16

/**
 * Letters of an envelope's text. `sent` is what the public relay takes of an answer to a request (about 72 kB unsealed); what is received may be
 * longer, as other relays bear more, but not without end.
 */
export const envelopeLimits = { sent: 98_304, received: 1_048_576 } as const

/** The bytes of an envelope's text. @throws InvalidEnvelopeError where there are none, or too many */
export function envelopeBytes(text: string): Bytes {
  const bytes = text.length > envelopeLimits.received ? new Uint8Array() : bytesOfBase64(text)
  if (!bytes) throw new InvalidEnvelopeError({ fault: 'encoding' })
  if (bytes.length === 0) throw new InvalidEnvelopeError({ fault: 'size' })
  return bytes
}

/** The parts of every envelope; nothing in it is decrypted. */
export interface SealedParts {
  readonly iv: Bytes
  readonly sealed: Bytes
}

/** Returns the parts behind the head of an envelope: its type, and what that brings. @throws InvalidEnvelopeError for one that ends too early */
export function partsBehind({
  bytes,
  headLength,
}: {
  readonly bytes: Bytes
  readonly headLength: number
}): SealedParts {
  const sealedAt = headLength + ivLength
  if (bytes.length < sealedAt + tagLength) throw new InvalidEnvelopeError({ fault: 'size' })
  return { iv: bytes.slice(headLength, sealedAt), sealed: bytes.slice(sealedAt) }
}

/**
 * Writes an envelope in base64. With a sender's public key it is of type 1, else of type 0.
 *
 * @throws {@link MessageTooLargeError}
 */
export function writeEnvelope({
  senderPublicKey,
  iv,
  sealed,
}: {
  readonly senderPublicKey?: Bytes | undefined
  readonly iv: Bytes
  readonly sealed: Bytes
}): string {
  const head = senderPublicKey ? [1, ...senderPublicKey] : [0]
  const envelope = bytesToBase64(joinBytes(head, iv, sealed))
  const limit = envelopeLimits.sent
  if (envelope.length > limit) throw new MessageTooLargeError({ length: envelope.length, limit })
  return envelope
}

export interface SealParameters {
  readonly ciphers: Ciphers
  readonly text: string
  readonly symKey: Bytes
  /** For the answer to an authentication, whose receiver makes the key with it: the envelope is of type 1 then, else of type 0. */
  readonly senderPublicKey?: Bytes | undefined
}

/**
 * Encrypts a text into an envelope, under an iv that is drawn anew each time.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
export async function sealEnvelope({ ciphers, text, symKey, senderPublicKey }: SealParameters): Promise<string> {
  const iv = ciphers.randomBytes(ivLength)
  const sealed = await ciphers.seal({ key: symKey, iv, plaintext: utf8ToBytes(text) })
  return writeEnvelope({ senderPublicKey, iv, sealed })
}

/** A key that a message may be opened with, and so of which type it may be. */
export type EnvelopeKey =
  /** A pairing's or a session's: type 0 only. */
  | { readonly type: 'shared'; readonly symKey: Bytes }
  /** The one topic on which an authentication is answered: type 1 only. */
  | { readonly type: 'own'; readonly privateKey: Bytes }

/** The text of an envelope, and for type 1 the key that was made on the way and who sent it. */
export interface OpenedEnvelope {
  readonly text: string
  readonly sender?: { readonly publicKey: Bytes; readonly symKey: Bytes } | undefined
}

/** Opens the envelopes of a topic, of one type. @throws InvalidEnvelopeError · UndecryptableError · UnusableKeyError */
export type EnvelopeOpener = (envelope: string) => Promise<OpenedEnvelope>

/** Opens what is sent between peers that share a key: type 0. */
export const sharedOpener =
  ({ ciphers, symKey }: { readonly ciphers: Ciphers; readonly symKey: Bytes }): EnvelopeOpener =>
  async (envelope) => {
    const bytes = envelopeBytes(envelope)
    if (bytes[0] !== 0) throw new InvalidEnvelopeError({ fault: 'type' })
    return { text: await textIn({ ciphers, key: symKey, ...partsBehind({ bytes, headLength: 1 }) }) }
  }

/** @throws {@link InvalidEnvelopeError} where what was sealed is no text · UndecryptableError */
export async function textIn(sealed: Parameters<typeof openSealed>[0]): Promise<string> {
  const plaintext = await openSealed(sealed)
  const text = attempt(() => bytesToUtf8(plaintext))
  if (text === undefined) throw new InvalidEnvelopeError({ fault: 'text' })
  return text
}
