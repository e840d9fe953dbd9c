import { base58 } from '@scure/base'

/**
 * The accounts that a transaction of Solana's names itself, in its order; those of lookup tables aren't among them.
 * @returns null for what isn't a transaction
 */
export function keysOf(wire: Uint8Array): readonly string[] | null {
  const signatures = lengthAt(wire, 0)
  if (signatures === null) return null
  const start = signatures.end + 64 * signatures.length
  const first = wire[start]
  // A message with a version has the highest bit of its first byte set; three numbers stand before its keys.
  const keys = first === undefined ? null : lengthAt(wire, start + (first >= 0x80 ? 4 : 3))
  if (keys === null || keys.end + 32 * keys.length > wire.length) return null
  return Array.from({ length: keys.length }, (_, index) => {
    const at = keys.end + 32 * index
    return base58.encode(wire.subarray(at, at + 32))
  })
}

/** A length in seven bits a byte, and where it ends; null beyond the end. */
function lengthAt(bytes: Uint8Array, start: number): { readonly length: number; readonly end: number } | null {
  let length = 0
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined) return null
    length |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { length, end: start + index + 1 }
  }
  return null
}
