import type { Bytes } from '../codec/bytes.js'
import type { Ciphers } from './ciphers.js'

/** Whether an Ed25519 signature is right; a malformed one isn't. */
export async function verifySignature({
  ciphers,
  publicKey,
  message,
  signature,
}: {
  readonly ciphers: Ciphers
  readonly publicKey: Bytes
  readonly message: Bytes
  readonly signature: Bytes
}): Promise<boolean> {
  const { verify } = await ciphers.algorithms.signatures()
  try {
    return await verify({ publicKey, message, signature })
  } catch {
    // Another length, or bytes that are no point of the curve: not a signature, in the words of some implementations.
    return false
  }
}
