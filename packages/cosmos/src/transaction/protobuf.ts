/** Protobuf, as far as transactions and the nodes' answers have it: numbers, bytes and texts by their fields. */

/** A field's number with what it holds: bytes for what has a length. */
export interface Field {
  readonly number: number
  readonly value: bigint | Uint8Array
}

const utf8 = new TextEncoder()

function varint(value: bigint): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return [...bytes, Number(rest)]
}

/** A number; proto3 leaves 0 out. */
export const uint = (number: number, value: bigint): readonly number[] =>
  value === 0n ? [] : [...varint(BigInt(number << 3)), ...varint(value)]

/** Bytes or a text, also where they are empty: one of a list, or a message that is there. */
export function item(number: number, value: Iterable<number> | string): readonly number[] {
  const bytes = typeof value === 'string' ? utf8.encode(value) : Uint8Array.from(value)
  return [...varint(BigInt((number << 3) | 2)), ...varint(BigInt(bytes.length)), ...bytes]
}

/** A text; proto3 leaves an empty one out. */
export const text = (number: number, value: string): readonly number[] => (value === '' ? [] : item(number, value))

/** The bytes of a message by its fields, in their order. */
export const message = (...fields: readonly (readonly number[])[]): Uint8Array => Uint8Array.from(fields.flat())

/** Any number of 64 bits has ten bytes at most. */
const longestVarint = 10

/** Reads a message's fields in their order. @throws RangeError for bytes that are no message: cut short, groups, or numbers beyond 64 bits */
export function fieldsOf(bytes: Uint8Array): readonly Field[] {
  let at = 0
  const next = () => {
    let value = 0n
    for (let count = 0; count < longestVarint; count++) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('The message is cut short.')
      value |= BigInt(byte & 0x7f) << BigInt(7 * count)
      if (byte < 0x80 && value < 1n << 64n) return value
    }
    throw new RangeError('A number is too long.')
  }
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('The message is cut short.')
    at += length
    return bytes.slice(at - length, at)
  }
  const fields: Field[] = []
  while (at < bytes.length) {
    const tag = next()
    const [number, type] = [Number(tag >> 3n), Number(tag & 7n)]
    if (number === 0) throw new RangeError('There is no field 0.')
    if (type === 0) fields.push({ number, value: next() })
    else if (type === 2) fields.push({ number, value: take(Number(next())) })
    else if (type === 1 || type === 5) fields.push({ number, value: take(type === 1 ? 8 : 4) })
    else throw new RangeError('A field is of no known type.')
  }
  return fields
}

/** All that a message has in a field which holds bytes. */
export const allIn = (fields: readonly Field[], number: number): readonly Uint8Array[] =>
  fields.flatMap((field) => (field.number === number && field.value instanceof Uint8Array ? [field.value] : []))

/** The last that a message has in a field, as protobuf reads one; empty where there is none. */
export const bytesIn = (fields: readonly Field[], number: number): Uint8Array =>
  allIn(fields, number).at(-1) ?? new Uint8Array()

export const textIn = (fields: readonly Field[], number: number): string =>
  new TextDecoder().decode(bytesIn(fields, number))

export function uintIn(fields: readonly Field[], number: number): bigint {
  const value = fields.filter((field) => field.number === number).at(-1)?.value
  return typeof value === 'bigint' ? value : 0n
}
