/** Borsh, as far as transactions and messages of NEAR are written in it. */

const utf8 = new TextEncoder()

/** A number of so many bytes, the lowest first. */
export const uint = (bytes: number, value: bigint): readonly number[] =>
  Array.from({ length: bytes }, (_, place) => Number((value >> BigInt(8 * place)) & 255n))

/** A text with its length before it. */
export function text(value: string): readonly number[] {
  const bytes = utf8.encode(value)
  return [...uint(4, BigInt(bytes.length)), ...bytes]
}
