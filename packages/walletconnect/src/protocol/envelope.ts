import { type Ciphers, openSealed } from './cipher/ciphers.js'
import { deriveSymKey } from './cipher/keys.js'
import { type Bytes, bytesOfBase64, bytesToBase64, bytesToUtf8, joinBytes, utf8ToBytes } from './codec.js'
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

/**
 * Takes an envelope apart. One in the clear (type 2) is for links between apps, which aren't built here: it counts as none.
 *
 * @throws {@link InvalidEnvelopeError} where the text, the length or the type isn't one of an envelope
 */
export function readEnvelope(text: string): EnvelopeParts {
  if (text.length > envelopeLimits.received) throw new InvalidEnvelopeError({ fault: 'size' })
  const bytes = bytesOfBase64(text)
  if (!bytes) throw new InvalidEnvelopeError({ fault: 'encoding' })
  const [type] = bytes
  if (type !== 0 && type !== 1) throw new InvalidEnvelopeError({ fault: type === undefined ? 'size' : 'type' })
  const { publicKey, iv, tag } = envelopeSizes
  const ivAt = type === 0 ? 1 : 1 + publicKey
  const sealedAt = ivAt + iv
  if (bytes.length < sealedAt + tag) throw new InvalidEnvelopeError({ fault: 'size' })
  const parts = { iv: bytes.slice(ivAt, sealedAt), sealed: bytes.slice(sealedAt) }
  return type === 0 ? { type, ...parts } : { type, senderPublicKey: bytes.slice(1, ivAt), ...parts }
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
  const iv = ciphers.randomBytes(envelopeSizes.iv)
  const sealed = await ciphers.seal({ key: symKey, iv, plaintext: utf8ToBytes(text) })
  return writeEnvelope({ senderPublicKey, iv, sealed })
}

/** What a message may be opened with, and so of which type it may be. */
export type EnvelopeKey =
  /** A pairing's or a session's: type 0 only. */
  | { readonly type: 'shared'; readonly symKey: Bytes }
  /** The one topic on which an authentication is answered: type 1 only. */
  | { readonly type: 'own'; readonly privateKey: Bytes }

export interface OpenParameters {
  readonly ciphers: Ciphers
  readonly envelope: string
  readonly key: EnvelopeKey
}

/**
 * Opens an envelope of the one type that its key is for, and of no other.
 *
 * @returns the text, and for type 1 the key that was made on the way and who sent it
 * @throws {@link InvalidEnvelopeError} · UndecryptableError · UnusableKeyError
 */
export async function openEnvelope({ ciphers, envelope, key }: OpenParameters): Promise<{
  readonly text: string
  readonly sender?: { readonly publicKey: Bytes; readonly symKey: Bytes } | undefined
}> {
  const parts = readEnvelope(envelope)
  const open = async (symKey: Bytes) => textOf(await openSealed({ ...parts, ciphers, key: symKey }))
  if (parts.type === 0 && key.type === 'shared') return { text: await open(key.symKey) }
  if (parts.type === 1 && key.type === 'own') {
    const publicKey = parts.senderPublicKey
    const symKey = await deriveSymKey({ ciphers, privateKey: key.privateKey, publicKey })
    return { text: await open(symKey), sender: { publicKey, symKey } }
  }
  throw new InvalidEnvelopeError({ fault: 'type' })
}

function textOf(plaintext: Bytes): string {
  try {
    return bytesToUtf8(plaintext)
  } catch (cause) {
    throw new InvalidEnvelopeError({ fault: 'text', cause })
  }
}
