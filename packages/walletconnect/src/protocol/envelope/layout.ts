import { type Base64Form, base64ToBytes, bytesToBase64 } from '../codec/base64.js'
import { type Bytes, joinBytes } from '../codec/bytes.js'
import { InvalidEnvelopeError } from './InvalidEnvelopeError.js'

/** An envelope taken apart; nothing in it is decrypted. */
export type EnvelopeParts =
  /** Between peers that share a key. */
  | { readonly type: 0; readonly iv: Bytes; readonly sealed: Bytes }
  /** To the holder of a private key: the answer to an authentication. */
  | { readonly type: 1; readonly senderPublicKey: Bytes; readonly iv: Bytes; readonly sealed: Bytes }
  /** In the clear: links between apps only, never a relay. */
  | { readonly type: 2; readonly plaintext: Bytes }

/** Bytes. */
export const envelopeSizes = { publicKey: 32, iv: 12, tag: 16 } as const

/**
 * Letters of an envelope's text. `sent` is what the public relay takes of an answer to a request (about 72 kB unsealed); what is received may be
 * longer, as other relays bear more, but not without end.
 */
export const envelopeLimits = { sent: 98_304, received: 1_048_576 } as const

/** Writes an envelope: base64 for a relay, base64url for a link. */
export function writeEnvelope(parts: EnvelopeParts, form: Base64Form = 'base64'): string {
  const type = Uint8Array.of(parts.type)
  if (parts.type === 2) return bytesToBase64(joinBytes(type, parts.plaintext), form)
  const sender = parts.type === 1 ? parts.senderPublicKey : new Uint8Array()
  return bytesToBase64(joinBytes(type, sender, parts.iv, parts.sealed), form)
}

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
