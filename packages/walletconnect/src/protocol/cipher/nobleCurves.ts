import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import type { KeyAgreement, Signatures } from './algorithms.js'

export const nobleKeyAgreement: KeyAgreement = {
  publicKey: async (privateKey) => new Uint8Array(x25519.getPublicKey(privateKey)),
  sharedSecret: async ({ privateKey, publicKey }) => new Uint8Array(x25519.getSharedSecret(privateKey, publicKey)),
}

export const nobleSignatures: Signatures = {
  publicKey: async (seed) => new Uint8Array(ed25519.getPublicKey(seed)),
  sign: async ({ seed, message }) => new Uint8Array(ed25519.sign(message, seed)),
  // As browsers do, by RFC 8032: other encodings of a point are refused.
  verify: async ({ publicKey, message, signature }) => ed25519.verify(signature, message, publicKey, { zip215: false }),
}
