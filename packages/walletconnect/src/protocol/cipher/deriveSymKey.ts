import type { Bytes } from '../codec/bytes.js'
import type { Ciphers, KeyPair } from './ciphers.js'
import { hkdf } from './hkdf.js'
import { requireKey } from './requireKey.js'
import { UnusableKeyError } from './UnusableKeyError.js'

/**
 * The key of a session, from one side's private and the other's public X25519 key: both sides get the same.
 *
 * @throws {@link UnusableKeyError} for a key of another length, and one that makes the same secret with every other (of low order) · ChunkLoadError
 */
export async function deriveSymKey({
  ciphers,
  ...keys
}: KeyPair & {
  readonly ciphers: Ciphers
}): Promise<Bytes> {
  const secret = await sharedSecretOf({ ciphers, ...keys })
  try {
    return await hkdf({ ciphers, secret })
  } finally {
    secret.fill(0)
  }
}

/** What both sides of an X25519 exchange have in common, 32 bytes. @throws {@link UnusableKeyError} · ChunkLoadError */
async function sharedSecretOf({ ciphers, ...keys }: KeyPair & { readonly ciphers: Ciphers }): Promise<Bytes> {
  requireKey(keys.privateKey)
  requireKey(keys.publicKey)
  const { sharedSecret } = await ciphers.algorithms.agreement()
  const secret = await sharedSecret(keys).catch((cause: unknown) => {
    throw new UnusableKeyError({ fault: 'weak', cause })
  })
  // RFC 7748 §6.1: implementations may leave this check to who calls them.
  if (secret.every((byte) => byte === 0)) throw new UnusableKeyError({ fault: 'weak' })
  return secret
}
