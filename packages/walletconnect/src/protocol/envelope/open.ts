import type { Ciphers } from '../cipher/ciphers.js'
import { deriveSymKey } from '../cipher/deriveSymKey.js'
import { openSealed } from '../cipher/openSealed.js'
import type { Base64Form } from '../codec/base64.js'
import { type Bytes, bytesToUtf8 } from '../codec/bytes.js'
import { InvalidEnvelopeError } from './InvalidEnvelopeError.js'
import { readEnvelope } from './read.js'

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
