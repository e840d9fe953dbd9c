import { readText, UnreadableRequestError } from '../unreadable.js'

/** An item of CBOR, with the bytes that it was read from: what was hashed or signed is passed on as it is. */
export type Cbor = { readonly bytes: Uint8Array } & (
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'list'; readonly value: readonly Cbor[] }
  | { readonly kind: 'map'; readonly value: readonly (readonly [key: Cbor, value: Cbor])[] }
  | { readonly kind: 'tag'; readonly tag: bigint; readonly value: Cbor }
  /** 20 is false, 21 true and 22 null. */
  | { readonly kind: 'simple'; readonly value: number }
)

interface Reading {
  readonly bytes: Uint8Array
  at: number
}

/** Deeper than what wallets answer and transactions hold. */
const mostDeep = 24
const [breakByte, indefinite] = [0xff, 31]

/** Reads one item and nothing behind it. @throws UnreadableRequestError */
export function readCbor(bytes: Uint8Array): Cbor {
  const [only, ...others] = readSequence(bytes)
  if (!only || others.length > 0) throw new UnreadableRequestError('The data is not one item.')
  return only
}

/** Reads the items that stand one behind another. @throws UnreadableRequestError */
export function readSequence(bytes: Uint8Array): readonly Cbor[] {
  const reading: Reading = { bytes, at: 0 }
  const items: Cbor[] = []
  while (reading.at < bytes.length) items.push(readItem(reading, 0))
  return items
}

function take(reading: Reading, length: bigint | number): Uint8Array {
  if (BigInt(length) > BigInt(reading.bytes.length - reading.at))
    throw new UnreadableRequestError('The data ends too early.')
  const end = reading.at + Number(length)
  const part = reading.bytes.subarray(reading.at, end)
  reading.at = end
  return part
}

const byte = (reading: Reading): number => take(reading, 1)[0] ?? 0

/**
 * Reads an item's argument in the low bits of its first byte, or behind it; undefined for an item whose end is marked.
 */
function argument(reading: Reading, low: number): bigint | undefined {
  if (low < 24) return BigInt(low)
  if (low < 28) return take(reading, 2 ** (low - 24)).reduce((sum, each) => (sum << 8n) | BigInt(each), 0n)
  if (low === indefinite) return undefined
  throw new UnreadableRequestError('The data is not well written.')
}

/** Is the mark of an end next? It is taken then. */
function ends(reading: Reading): boolean {
  if (reading.bytes[reading.at] !== breakByte) return false
  reading.at += 1
  return true
}

function repeat<T>(reading: Reading, count: bigint | undefined, read: () => T): readonly T[] {
  const all: T[] = []
  // Each item has a byte at least: what ends early ends the loop.
  while (count === undefined ? !ends(reading) : BigInt(all.length) < count) all.push(read())
  return all
}

/** A text or bytes, in one part or in several. */
function strings(reading: Reading, major: number, length: bigint | undefined): Uint8Array {
  if (length !== undefined) return take(reading, length)
  const parts = repeat(reading, undefined, () => {
    const first = byte(reading)
    const part = argument(reading, first & 31)
    if (first >> 5 !== major || part === undefined) throw new UnreadableRequestError('A part is of another kind.')
    return take(reading, part)
  })
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function readItem(reading: Reading, depth: number): Cbor {
  if (depth > mostDeep) throw new UnreadableRequestError('The data is nested too deep.')
  const start = reading.at
  const first = byte(reading)
  const [major, low] = [first >> 5, first & 31]
  const read = readBody(reading, { major, low, depth })
  return { ...read, bytes: reading.bytes.subarray(start, reading.at) }
}

type Body = Cbor extends infer Each ? (Each extends Cbor ? Omit<Each, 'bytes'> : never) : never

function readBody(
  reading: Reading,
  { major, low, depth }: { readonly major: number; readonly low: number; readonly depth: number },
): Body {
  if (major === 7) return { kind: 'simple', value: simpleOf(reading, low) }
  const count = argument(reading, low)
  if (major === 2) return { kind: 'bytes', value: strings(reading, major, count) }
  if (major === 3) return { kind: 'text', value: readText(strings(reading, major, count)) }
  const inner = () => readItem(reading, depth + 1)
  if (major === 4) return { kind: 'list', value: repeat(reading, count, inner) }
  if (major === 5) return { kind: 'map', value: repeat(reading, count, () => [inner(), inner()] as const) }
  if (count === undefined) throw new UnreadableRequestError('The data is not well written.')
  if (major === 6) return { kind: 'tag', tag: count, value: inner() }
  return { kind: 'int', value: major === 0 ? count : -1n - count }
}

/** Numbers with a point aren't in anything of the chain's. */
function simpleOf(reading: Reading, low: number): number {
  if (low < 24) return low
  if (low === 24) return byte(reading)
  throw new UnreadableRequestError('The data is not of the chain’s form.')
}

/** @throws UnreadableRequestError for anything else */
export function intIn(item: Cbor | undefined): bigint {
  if (item?.kind !== 'int') throw new UnreadableRequestError('A number is none.')
  return item.value
}

/** @throws UnreadableRequestError for anything else */
export function bytesIn(item: Cbor | undefined): Uint8Array {
  if (item?.kind !== 'bytes') throw new UnreadableRequestError('Bytes are none.')
  return item.value
}

/** A list, or a set: one with tag 258, as newer transactions write it. @throws UnreadableRequestError for anything else */
export function listIn(item: Cbor | undefined): readonly Cbor[] {
  const inner = item?.kind === 'tag' && item.tag === 258n ? item.value : item
  if (inner?.kind !== 'list') throw new UnreadableRequestError('A list is none.')
  return inner.value
}

/** A map by its keys: numbers as they are, bytes in hexadecimal, texts between quotation marks. @throws UnreadableRequestError for anything else, and for a key that stands twice */
export function mapIn(item: Cbor | undefined): ReadonlyMap<string, Cbor> {
  if (item?.kind !== 'map') throw new UnreadableRequestError('A map is none.')
  const all = new Map(item.value.map(([key, value]) => [keyOf(key), value]))
  if (all.size !== item.value.length) throw new UnreadableRequestError('A key stands twice.')
  return all
}

function keyOf(key: Cbor): string {
  if (key.kind === 'int') return `${key.value}`
  if (key.kind === 'text') return JSON.stringify(key.value)
  if (key.kind === 'bytes') return [...key.value].map((each) => each.toString(16).padStart(2, '0')).join('')
  throw new UnreadableRequestError('A key is of another kind.')
}
