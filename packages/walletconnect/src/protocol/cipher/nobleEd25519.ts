import * as ed25519 from '@noble/ed25519'
import type { sha512 } from '@noble/hashes/sha2.js'
import type { Signatures } from './algorithms.js'

/** Its SHA-512 is the platform's, or the one that is given, for pages of insecure origins, which have none. */
export function nobleSignatures({ sha512: hash }: { readonly sha512?: typeof sha512 | undefined }): Signatures {
  // The library keeps it for all of its users: they get the same hashes of either.
  if (hash) ed25519.hashes.sha512Async = async (bytes) => hash(bytes)
  return {
    publicKey: (seed) => ed25519.getPublicKeyAsync(seed),
    sign: ({ seed, message }) => ed25519.signAsync(message, seed),
    // As browsers do, by RFC 8032: other encodings of a point are refused.
    verify: ({ publicKey, message, signature }) =>
      ed25519.verifyAsync(signature, message, publicKey, { zip215: false }),
  }
}
