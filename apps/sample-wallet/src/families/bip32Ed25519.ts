import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'

/** A key that others are derived from: 64 bytes that sign, and 32 of its chain code. @see CIP-3, "BIP32-Ed25519" by Khovratovich and Law */
export type ExtendedKey = Uint8Array

/** The first hardened index. */
export const hardened = 0x8000_0000

/** The key of a phrase, by what its words stand for (CIP-3, Icarus). */
export function masterKey(entropy: Uint8Array): ExtendedKey {
  const key = pbkdf2(sha512, new Uint8Array(), entropy, { c: 4096, dkLen: 96 })
  const [first = 0, last = 0] = [key[0], key[31]]
  key[0] = first & 0xf8
  key[31] = (last & 0x1f) | 0x40
  return key
}

/** The public key of one that signs. */
export const publicKeyOf = (key: ExtendedKey): Uint8Array =>
  ed25519.Point.BASE.multiply(bytesToNumberLE(key.subarray(0, 32)) % ed25519.Point.Fn.ORDER).toBytes()

/** Derives a key along a path; each index from {@link hardened} on can't be derived by the public key alone. */
export const deriveKey = (key: ExtendedKey, path: readonly number[]): ExtendedKey => path.reduce(childOf, key)

function childOf(key: ExtendedKey, index: number): ExtendedKey {
  const [left, right, chainCode] = [key.subarray(0, 32), key.subarray(32, 64), key.subarray(64)]
  const place = new Uint8Array(4)
  new DataView(place.buffer).setUint32(0, index, true)
  const isHard = index >= hardened
  const of = isHard ? [...left, ...right] : [...publicKeyOf(key)]
  const hash = (mark: number) => hmac(sha512, chainCode, Uint8Array.from([mark, ...of, ...place]))
  const [own, code] = isHard ? [hash(0), hash(1)] : [hash(2), hash(3)]
  return Uint8Array.from([
    ...numberToBytesLE(8n * bytesToNumberLE(own.subarray(0, 28)) + bytesToNumberLE(left), 32),
    ...numberToBytesLE((bytesToNumberLE(own.subarray(32)) + bytesToNumberLE(right)) % (1n << 256n), 32),
    ...code.subarray(32),
  ])
}
