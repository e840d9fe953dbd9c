import { type Ciphers, openSealed } from './cipher/ciphers.js'
import { deriveSymKey } from './cipher/keys.js'
import {
  type Base64Form,
  type Bytes,
  base64ToBytes,
  bytesToBase64,
  bytesToUtf8,
  joinBytes,
  utf8ToBytes,
} from './codec.js'
import { InvalidEnvelopeError, MessageTooLargeError } from './errors.js'

/** Bytes. */
export const envelopeSizes = { publicKey: 32, iv: 12, tag: 16 } as const

/**
 * Letters of an envelope's text. `sent` is what the public relay takes of an answer to a request (about 72 kB unsealed); what is received may be
 * longer, as other relays bear more, but not without end.
 */
export const envelopeLimits = { sent: 98_304, received: 1_048_576 } as const

/** An envelope taken apart; nothing in it is decrypted. */
export type EnvelopeParts =
  /** Between peers that share a key. */
  | { readonly type: 0; readonly iv: Bytes; readonly sealed: Bytes }
  /** To the holder of a private key: the answer to an authentication. */
  | { readonly type: 1; readonly senderPublicKey: Bytes; readonly iv: Bytes; readonly sealed: Bytes }
  /** In the clear: links between apps only, never a relay. */
  | { readonly type: 2; readonly plaintext: Bytes }

/**
 * Takes an envelope apart.
 *
 * @throws {@link InvalidEnvelopeError} where the text, the length or the type isn't one of an envelope
 */
export function readEnvelope(text: string, form: Base64Form = 'base64'): EnvelopeParts {
  if (text.length > envelopeLimits.received) throw new InvalidEnvelopeError({ fault: 'size' })
  const bytes = bytesOf(text, form)
  const [type] = bytes
  const body = bytes.slice(1)
  switch (type) {
    case 0:
      return { type, ...sealedParts(body) }
    case 1: {
      const senderPublicKey = body.slice(0, envelopeSizes.publicKey)
      return { type, senderPublicKey, ...sealedParts(body.slice(envelopeSizes.publicKey)) }
    }
    case 2:
      return { type, plaintext: body }
    default:
      throw new InvalidEnvelopeError({ fault: type === undefined ? 'size' : 'type' })
  }
}

function bytesOf(text: string, form: Base64Form): Bytes {
  try {
    return base64ToBytes(text, form)
  } catch (cause) {
    throw new InvalidEnvelopeError({ fault: 'encoding', cause })
  }
}

function sealedParts(body: Bytes): { readonly iv: Bytes; readonly sealed: Bytes } {
  const { iv, tag } = envelopeSizes
  if (body.length < iv + tag) throw new InvalidEnvelopeError({ fault: 'size' })
  return { iv: body.slice(0, iv), sealed: body.slice(iv) }
}

/**
 * Writes an envelope: base64 for a relay, base64url for a link.
 *
 * @param input.pieces - what stands behind the byte of its type, in the order in which `EnvelopeParts` has it
 * @throws {@link MessageTooLargeError}
 */
export function writeEnvelope({
  type,
  pieces,
  form,
}: {
  readonly type: 0 | 1 | 2
  readonly pieces: readonly Bytes[]
  readonly form?: Base64Form | undefined
}): string {
  const envelope = bytesToBase64(joinBytes(Uint8Array.of(type), ...pieces), form)
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
  /** A link between apps is written as base64url; default `base64`. */
  readonly form?: Base64Form | undefined
}

/**
 * Encrypts a text into an envelope, under an iv that is drawn anew each time.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
export async function sealEnvelope({ ciphers, text, symKey, senderPublicKey, form }: SealParameters): Promise<string> {
  const iv = ciphers.randomBytes(envelopeSizes.iv)
  const sealed = await ciphers.seal({ key: symKey, iv, plaintext: utf8ToBytes(text) })
  return senderPublicKey
    ? writeEnvelope({ type: 1, pieces: [senderPublicKey, iv, sealed], form })
    : writeEnvelope({ type: 0, pieces: [iv, sealed], form })
}

/**
 * Writes a text into an envelope of type 2, for a link between apps: all who see the link can read it.
 *
 * @throws MessageTooLargeError
 */
export const clearEnvelope = (text: string): string =>
  writeEnvelope({ type: 2, pieces: [utf8ToBytes(text)], form: 'base64url' })

/** What a message may be opened with, and so of which type it may be. */
export type EnvelopeKey =
  /** A pairing's or a session's: type 0 only. */
  | { readonly type: 'shared'; readonly symKey: Bytes }
  /** The one topic on which an authentication is answered: type 1 only. */
  | { readonly type: 'own'; readonly privateKey: Bytes }
  /** A link between apps, never a relay: type 2 only. */
  | { readonly type: 'none' }

export interface OpenParameters {
  readonly ciphers: Ciphers
  readonly envelope: string
  readonly key: EnvelopeKey
  /** As it was sealed; default `base64`. */
  readonly form?: Base64Form | undefined
}

/**
 * Opens an envelope of the one type that its key is for, and of no other.
 *
 * @returns the text, and for type 1 the key that was made on the way and who sent it
 * @throws {@link InvalidEnvelopeError} · UndecryptableError · UnusableKeyError
 */
export async function openEnvelope({ ciphers, envelope, key, form }: OpenParameters): Promise<{
  readonly text: string
  readonly sender?: { readonly publicKey: Bytes; readonly symKey: Bytes } | undefined
}> {
  const parts = readEnvelope(envelope, form)
  if (parts.type === 0 && key.type === 'shared') {
    return { text: textOf(await openSealed({ ...parts, ciphers, key: key.symKey })) }
  }
  if (parts.type === 1 && key.type === 'own') {
    const publicKey = parts.senderPublicKey
    const symKey = await deriveSymKey({ ciphers, privateKey: key.privateKey, publicKey })
    return { text: textOf(await openSealed({ ...parts, ciphers, key: symKey })), sender: { publicKey, symKey } }
  }
  if (parts.type === 2 && key.type === 'none' && form === 'base64url') return { text: textOf(parts.plaintext) }
  throw new InvalidEnvelopeError({ fault: 'type' })
}

function textOf(plaintext: Bytes): string {
  try {
    return bytesToUtf8(plaintext)
  } catch (cause) {
    throw new InvalidEnvelopeError({ fault: 'text', cause })
  }
}
