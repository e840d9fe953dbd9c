/** A whole number of so many bytes, the lowest first. */
export const uint = (length: number, value: bigint): readonly number[] =>
  Array.from({ length }, (_, place) => Number((value >> BigInt(8 * place)) & 0xffn))

/** The number that bytes hold, the lowest first. */
export const uintIn = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** A whole number in as few bytes as it takes: how many stands in the two lowest bits. */
export function compact(value: bigint): readonly number[] {
  if (value < 1n << 6n) return uint(1, value << 2n)
  if (value < 1n << 14n) return uint(2, (value << 2n) | 1n)
  if (value < 1n << 30n) return uint(4, (value << 2n) | 2n)
  const length = Math.ceil(value.toString(16).length / 2)
  return [((length - 4) << 2) | 3, ...uint(length, value)]
}

/** Reads a compact number at the start of bytes. @returns undefined for what is none */
export function compactIn(bytes: Uint8Array): { readonly value: bigint; readonly length: number } | undefined {
  const mode = (bytes[0] ?? 0) & 3
  if (mode === 3) {
    const length = ((bytes[0] ?? 0) >> 2) + 4
    return bytes.length > length ? { value: uintIn(bytes.slice(1, length + 1)), length: length + 1 } : undefined
  }
  const length = 1 << mode
  return bytes.length < length ? undefined : { value: uintIn(bytes.slice(0, length)) >> 2n, length }
}
