/** A value of a transaction's fields. */
export type Packed = bigint | string | Uint8Array | PackedMap
export type PackedMap = { readonly [key: string]: Packed }

/** The first byte of each form of an unsigned number, with its length in bytes. */
const wide = [
  [0xcc, 1],
  [0xcd, 2],
  [0xce, 4],
  [0xcf, 8],
] as const

/** An unsigned number, the highest byte first. */
const big = (length: number, value: bigint): readonly number[] =>
  Array.from({ length }, (_, place) => Number((value >> BigInt(8 * (length - 1 - place))) & 255n))

function packNumber(value: bigint): readonly number[] {
  if (value < 128n) return [Number(value)]
  const [mark, length] = wide.find(([, bytes]) => value < 1n << BigInt(8 * bytes)) ?? [0xcf, 8]
  return [mark, ...big(length, value)]
}

function packText(text: string): readonly number[] {
  const bytes = new TextEncoder().encode(text)
  const head = bytes.length < 32 ? [0xa0 | bytes.length] : [0xd9, bytes.length]
  return [...head, ...bytes]
}

const packBytes = (bytes: Uint8Array): readonly number[] => [
  ...(bytes.length < 256 ? [0xc4, bytes.length] : [0xc5, ...big(2, BigInt(bytes.length))]),
  ...bytes,
]

const isEmpty = (value: Packed): boolean =>
  typeof value === 'bigint'
    ? value === 0n
    : value instanceof Uint8Array || typeof value === 'string'
      ? !value.length
      : false

/**
 * Writes fields as the chain has them: the keys in order, each number as short as it can be, and nothing of what is zero or empty. Of at most 15 fields, texts of
 * less than 256 bytes, bytes of less than 65,536.
 * @see https://developer.algorand.org/docs/get-details/encoding/#canonical-msgpack-encoding
 */
export function pack(fields: PackedMap): readonly number[] {
  const kept = Object.keys(fields)
    .sort()
    .flatMap((key) => {
      const value = fields[key]
      return value === undefined || isEmpty(value) ? [] : [[key, value] as const]
    })
  return [0x80 | kept.length, ...kept.flatMap(([key, value]) => [...packText(key), ...packed(value)])]
}

function packed(value: Packed): readonly number[] {
  if (typeof value === 'bigint') return packNumber(value)
  if (typeof value === 'string') return packText(value)
  return value instanceof Uint8Array ? packBytes(value) : pack(value)
}
