import * as ed25519 from '@noble/ed25519'
import type { Signatures } from './algorithms.js'

/** Its SHA-512 is the platform's, or the one that is given, for pages of insecure origins, which have none. */
export function nobleSignatures({
  sha512,
}: {
  readonly sha512?: ((bytes: Uint8Array) => Uint8Array) | undefined
}): Signatures {
  // The library keeps it for all of its users: they get the same hashes of either.
  if (sha512) ed25519.hashes.sha512Async = async (bytes) => new Uint8Array(sha512(bytes))
  return {
    publicKey: async (seed) => new Uint8Array(await ed25519.getPublicKeyAsync(seed)),
    sign: async ({ seed, message }) => new Uint8Array(await ed25519.signAsync(message, seed)),
    // As browsers do, by RFC 8032: other encodings of a point are refused.
    verify: ({ publicKey, message, signature }) =>
      ed25519.verifyAsync(signature, message, publicKey, { zip215: false }),
  }
}
