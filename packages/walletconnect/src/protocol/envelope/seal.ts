import type { Ciphers } from '../cipher/ciphers.js'
import type { Base64Form } from '../codec/base64.js'
import { type Bytes, utf8ToBytes } from '../codec/bytes.js'
import { envelopeSizes } from './layout.js'
import { writeEnvelope } from './write.js'

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
 * Writes a text into an envelope of type 2, for a link between apps: whoever sees the link reads it.
 *
 * @throws MessageTooLargeError
 */
export const clearEnvelope = (text: string): string =>
  writeEnvelope({ type: 2, pieces: [utf8ToBytes(text)], form: 'base64url' })
