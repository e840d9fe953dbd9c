import { type Bytes, bytesToHex, utf8ToBytes } from '../codec.js'
import { UnusableKeyError } from '../errors.js'
import { loadNoble } from './algorithms.js'
import { type Ciphers, type KeyPair, requireKey } from './ciphers.js'

/**
 * The key of a session, from one side's private and the other's public X25519 key: both sides get the same.
 *
 * @throws {@link UnusableKeyError} for a key of another length, and one that makes the same secret with every other (of low order) · ChunkLoadError
 */
export async function deriveSymKey({ ciphers, ...keys }: KeyPair & { readonly ciphers: Ciphers }): Promise<Bytes> {
  requireKey(keys.privateKey)
  requireKey(keys.publicKey)
  const { sharedSecret } = await ciphers.algorithms.agreement()
  const secret = await sharedSecret(keys).catch((cause: unknown) => {
    throw new UnusableKeyError({ fault: 'weak', cause })
  })
  // RFC 7748 §6.1: implementations may leave this check to who calls them.
  if (secret.every((byte) => byte === 0)) throw new UnusableKeyError({ fault: 'weak' })
  try {
    return await hkdf({ ciphers, secret })
  } finally {
    secret.fill(0)
  }
}

/** HKDF-SHA-256 (RFC 5869) of a shared secret, without salt and info, 32 bytes long. @throws ChunkLoadError */
export async function hkdf({ ciphers, secret }: { readonly ciphers: Ciphers; readonly secret: Bytes }): Promise<Bytes> {
  const { subtle } = ciphers.algorithms
  if (!subtle) return (await loadNoble()).nobleHkdf(secret)
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const none = new Uint8Array()
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: none, info: none }, key, 256))
}

/** The topic that belongs to 32 bytes: of a pairing's or session's key, or of the public key that an authentication is answered to. */
export async function topicOf({ ciphers, key }: { readonly ciphers: Ciphers; readonly key: Bytes }): Promise<string> {
  return bytesToHex(await ciphers.sha256(key))
}

/** A message's id: the hash of its envelope's text, not of the bytes that this stands for. */
export async function messageIdOf({
  ciphers,
  envelope,
}: {
  readonly ciphers: Ciphers
  readonly envelope: string
}): Promise<string> {
  return bytesToHex(await ciphers.sha256(utf8ToBytes(envelope)))
}
