import { readText, UnreadableRequestError } from '../unreadable.js'

/** A value of a transaction's fields; the format's other types occur in none. */
export type Unpacked = bigint | boolean | string | Uint8Array | readonly Unpacked[] | UnpackedMap
export type UnpackedMap = ReadonlyMap<string, Unpacked>

interface Reading {
  readonly bytes: Uint8Array
  at: number
}

/** Deeper than any transaction's fields are. */
const mostDeep = 8

/**
 * Reads a map of MessagePack, as the chain writes it: each name once, in order, and nothing behind it.
 * @throws UnreadableRequestError for anything else
 */
export function unpack(bytes: Uint8Array): UnpackedMap {
  const reading: Reading = { bytes, at: 0 }
  const read = readValue(reading, 0)
  if (!(read instanceof Map) || reading.at !== bytes.length)
    throw new UnreadableRequestError('The data is no transaction.')
  return read
}

function take(reading: Reading, length: number): Uint8Array {
  const part = reading.bytes.slice(reading.at, reading.at + length)
  if (part.length < length) throw new UnreadableRequestError('The data ends too early.')
  reading.at += length
  return part
}

/** The highest byte first. */
const number = (reading: Reading, length: number): bigint =>
  take(reading, length).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** A length is of few bytes, of which there are no more than are left. */
const lengthIn = (reading: Reading, length: number): number => Number(number(reading, length))

const textIn = (reading: Reading, length: number): string => readText(take(reading, length))

/** By the first byte of each form that the chain's transactions have. */
const forms: Readonly<Record<number, (reading: Reading, depth: number) => Unpacked>> = {
  194: () => false,
  195: () => true,
  196: (reading) => take(reading, lengthIn(reading, 1)),
  197: (reading) => take(reading, lengthIn(reading, 2)),
  204: (reading) => number(reading, 1),
  205: (reading) => number(reading, 2),
  206: (reading) => number(reading, 4),
  207: (reading) => number(reading, 8),
  217: (reading) => textIn(reading, lengthIn(reading, 1)),
  218: (reading) => textIn(reading, lengthIn(reading, 2)),
  220: (reading, depth) => listIn(reading, lengthIn(reading, 2), depth),
  222: (reading, depth) => mapIn(reading, lengthIn(reading, 2), depth),
}

function readValue(reading: Reading, depth: number): Unpacked {
  const first = Number(number(reading, 1))
  if (depth > mostDeep) throw new UnreadableRequestError('The data is nested too deep.')
  if (first < 128) return BigInt(first)
  if (first < 144) return mapIn(reading, first & 15, depth)
  if (first < 160) return listIn(reading, first & 15, depth)
  if (first < 192) return textIn(reading, first & 31)
  const form = forms[first]
  if (!form) throw new UnreadableRequestError('The data is not of the chain’s form.')
  return form(reading, depth)
}

const listIn = (reading: Reading, length: number, depth: number): readonly Unpacked[] => {
  const all: Unpacked[] = []
  for (let each = 0; each < length; each++) all.push(readValue(reading, depth + 1))
  return all
}

function mapIn(reading: Reading, length: number, depth: number): UnpackedMap {
  const all = new Map<string, Unpacked>()
  let before = ''
  for (let each = 0; each < length; each++) {
    const name = readValue(reading, depth + 1)
    if (typeof name !== 'string' || (each > 0 && name <= before))
      throw new UnreadableRequestError('The data is not in the chain’s order.')
    all.set(name, readValue(reading, depth + 1))
    before = name
  }
  return all
}
