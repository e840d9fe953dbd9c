import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** Rows of bytes, one behind the other. */
export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

/** A length as Bitcoin writes it; what is signed to sign in is far below 2³². */
export function compactSize(length: number): readonly number[] {
  const little = (bytes: number) => Array.from({ length: bytes }, (_, at) => Math.floor(length / 2 ** (8 * at)) & 255)
  if (length < 0xfd) return [length]
  return length <= 0xffff ? [0xfd, ...little(2)] : [0xfe, ...little(4)]
}

/** @returns undefined where a decoder throws: what it is given is a stranger's */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
