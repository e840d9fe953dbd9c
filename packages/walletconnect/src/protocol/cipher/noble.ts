import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { pow } from '@noble/curves/abstract/modular.js'
import { montgomery } from '@noble/curves/abstract/montgomery.js'
import * as ed25519 from '@noble/ed25519'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../codec.js'
import type { Encryption, KeyAgreement, Signatures } from './algorithms.js'

export const nobleEncryption: Encryption = {
  seal: async ({ key, iv, plaintext }) => chacha20poly1305(key, iv).encrypt(plaintext),
  open: async ({ key, iv, sealed }) => chacha20poly1305(key, iv).decrypt(sealed),
}

const prime = 2n ** 255n - 19n

/** The curve by its numbers (RFC 7748 §4.1, §5): the ready-made one brings the Edwards curve and SHA-512 with it, which are three times as much. */
const x25519 = montgomery({
  P: prime,
  type: 'x25519',
  powPminus2: (x) => pow(x, prime - 2n, prime),
  adjustScalarBytes: (bytes: Uint8Array) =>
    Uint8Array.from(bytes, (byte, at) => {
      if (at === 0) return byte & 248
      return at === 31 ? (byte & 127) | 64 : byte
    }),
})

export const nobleKeyAgreement: KeyAgreement = {
  publicKey: async (privateKey) => x25519.getPublicKey(privateKey),
  sharedSecret: async ({ privateKey, publicKey }) => x25519.getSharedSecret(privateKey, publicKey),
}

/** By the platform's SHA-512, or by noble's where the page has no WebCrypto (an insecure origin). */
export function nobleSignatures({ subtle }: { readonly subtle: SubtleCrypto | undefined }): Signatures {
  // The library keeps the function for all of its users, which get the same hashes of either.
  if (!subtle) ed25519.hashes.sha512Async = async (bytes) => sha512(bytes)
  return {
    publicKey: (seed) => ed25519.getPublicKeyAsync(seed),
    sign: ({ seed, message }) => ed25519.signAsync(message, seed),
    // As browsers do, by RFC 8032: other encodings of a point are refused.
    verify: ({ publicKey, message, signature }) =>
      ed25519.verifyAsync(signature, message, publicKey, { zip215: false }),
  }
}

export const nobleSha256: (bytes: Bytes) => Bytes = sha256

export const nobleHkdf = (secret: Bytes): Bytes => hkdf(sha256, secret, undefined, undefined, 32)
