import type { Base64Form } from '../codec/base64.js'
import { base64ToBytes } from '../codec/base64ToBytes.js'
import type { Bytes } from '../codec/bytes.js'
import { InvalidEnvelopeError } from './InvalidEnvelopeError.js'
import { envelopeLimits, envelopeSizes } from './layout.js'

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
