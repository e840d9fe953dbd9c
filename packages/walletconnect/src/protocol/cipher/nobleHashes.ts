import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import type { Hashes } from './algorithms.js'

export { sha512 }

export const nobleHashes: Hashes = {
  sha256: async (bytes) => new Uint8Array(sha256(bytes)),
  hkdf: async (secret) => new Uint8Array(hkdf(sha256, secret, undefined, undefined, 32)),
}
