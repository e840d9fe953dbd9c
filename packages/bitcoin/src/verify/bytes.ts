import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Rows of bytes, one behind the other. */
export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

/** BIP-340 */
export function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const hash = sha256(utf8(tag))
  return sha256(joined(hash, hash, bytes))
}

/** A length as Bitcoin writes it; what is signed to sign in is far below 2³². */
export function compactSize(length: number): readonly number[] {
  const little = (bytes: number) => Array.from({ length: bytes }, (_, at) => Math.floor(length / 2 ** (8 * at)) & 255)
  if (length < 0xfd) return [length]
  return length <= 0xffff ? [0xfd, ...little(2)] : [0xfe, ...little(4)]
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
