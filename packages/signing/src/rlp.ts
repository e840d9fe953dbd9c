// Recursive-length prefix (RLP), whose numbers have no zeros in front.

export type Bytes = readonly number[]

const prefixed = (offset: number, content: Bytes): Bytes => {
  if (content.length < 56) return [offset + content.length, ...content]
  const length = bigEndian(BigInt(content.length))
  return [offset + 55 + length.length, ...length, ...content]
}

export const string = (content: Bytes): Bytes =>
  content.length === 1 && (content[0] ?? 0) < 128 ? content : prefixed(128, content)
export const list = (items: readonly Bytes[]): Bytes => prefixed(192, items.flat())
export const number = (value: bigint): Bytes => string(bigEndian(value))

function bigEndian(value: bigint): Bytes {
  const bytes: number[] = []
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 255n))
  return bytes
}

/** Of hexadecimals behind `0x`. @throws TypeError for anything else */
export function bytesOf(hex: string): Bytes {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(hex)) throw new TypeError('These are no bytes.')
  return Array.from({ length: hex.length / 2 - 1 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2 + 2, index * 2 + 4), 16),
  )
}
