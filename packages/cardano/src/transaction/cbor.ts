/** The writers of the chain's own items: each as short as it can be. */

import { concatBytes } from '@noble/hashes/utils.js'

const [uint, byteString, textString, list, map, tagged] = [0, 2, 3, 4, 5, 6]

/** The first byte of an item and its number. @throws RangeError for more than 64 bits, and less than nothing */
function head(major: number, count: bigint | number): Uint8Array {
  const value = BigInt(count)
  if (value < 0n || value > 0xffff_ffff_ffff_ffffn) throw new RangeError('The number is too large.')
  if (value < 24n) return Uint8Array.of((major << 5) | Number(value))
  const size = [1, 2, 4, 8].find((each) => value < 1n << BigInt(8 * each)) ?? 8
  const bytes = Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * (size - 1 - at))) & 255n))
  return Uint8Array.of((major << 5) | (24 + Math.log2(size)), ...bytes)
}

export const writeInt = (value: bigint | number): Uint8Array => head(uint, value)
export const writeBytes = (bytes: Uint8Array): Uint8Array => concatBytes(head(byteString, bytes.length), bytes)
export const writeText = (text: string): Uint8Array => {
  const bytes = new TextEncoder().encode(text)
  return concatBytes(head(textString, bytes.length), bytes)
}
export const writeList = (items: readonly Uint8Array[]): Uint8Array => concatBytes(head(list, items.length), ...items)
/** A list that is marked as a set. */
export const writeSet = (items: readonly Uint8Array[]): Uint8Array => concatBytes(head(tagged, 258), writeList(items))
/** Keys and values that are written already, in the order of the caller's. */
export const writeMap = (entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): Uint8Array =>
  concatBytes(head(map, entries.length), ...entries.flat())
export const [writeTrue, writeNull] = [Uint8Array.of(0xf5), Uint8Array.of(0xf6)] as const
