import { concatBytes } from '@noble/hashes/utils.js'
import { readText, UnreadableRequestError } from '../unreadable.js'

/** A message's fields by their numbers, in their order. */
export type Fields = readonly (readonly [number: number, value: bigint | Uint8Array])[]

/** Reads protobuf. @throws UnreadableRequestError for what is cut short, or of a type that Cosmos doesn't use */
export function readFields(bytes: Uint8Array): Fields {
  const fields: [number, bigint | Uint8Array][] = []
  let place = 0
  const number = (): bigint => {
    for (let value = 0n, shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[place]
      if (byte === undefined) break
      place += 1
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    throw new UnreadableRequestError('A number can’t be read.')
  }
  while (place < bytes.length) {
    const tag = number()
    if (tag % 8n === 0n) {
      fields.push([Number(tag / 8n), number()])
      continue
    }
    const length = tag % 8n === 2n ? Number(number()) : -1
    if (length < 0 || place + length > bytes.length) throw new UnreadableRequestError('A field can’t be read.')
    fields.push([Number(tag / 8n), bytes.slice(place, place + length)])
    place += length
  }
  return fields
}

/** The fields that hold bytes. */
export const listOf = (fields: Fields, wanted: number): readonly Uint8Array[] =>
  fields.flatMap(([number, value]) => (number === wanted && typeof value !== 'bigint' ? [value] : []))

/** A message in a field that holds one: where it is written in several parts, they are one message to a chain. Undefined where it is left out. */
export function partAt(fields: Fields, wanted: number): Uint8Array | undefined {
  const parts = listOf(fields, wanted)
  return parts.length > 1 ? concatBytes(...parts) : parts[0]
}

/** A field's last text. */
export const textAt = (fields: Fields, wanted: number): string =>
  readText(listOf(fields, wanted).at(-1) ?? new Uint8Array())

/** A field's last whole number; undefined where it is left out. */
export const numberAt = (fields: Fields, wanted: number): bigint | undefined =>
  fields.flatMap(([number, value]) => (number === wanted && typeof value === 'bigint' ? [value] : [])).at(-1)
