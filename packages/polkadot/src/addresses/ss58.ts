import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'

/** An address, read. */
export interface ReadAddress {
  /** Of the chain. */
  readonly prefix: number
  /** The id of the account on every chain: a key of 32 bytes, or the hash of one of ecdsa. */
  readonly id: Uint8Array
}

const mark = new TextEncoder().encode('SS58PRE')
const checksumLength = 2

const checksumOf = (bytes: Uint8Array): Uint8Array =>
  blake2b(Uint8Array.from([...mark, ...bytes]), { dkLen: 64 }).slice(0, checksumLength)

/** The six lowest bits stand in the first byte of two, as the standard has it. */
const prefixBytes = (prefix: number): readonly number[] =>
  prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 0x03) << 6)]

/** Writes an account as a chain has it. @see https://docs.polkadot.com/polkadot-protocol/basics/accounts/#address-formats-for-polkadot-sdk */
export function writeAddress({ prefix, id }: ReadAddress): string {
  const bytes = Uint8Array.from([...prefixBytes(prefix), ...id])
  return base58.encode(Uint8Array.from([...bytes, ...checksumOf(bytes)]))
}

/** An address of 32 bytes has so many letters at most. */
const longest = 52

/** Reads an address of any chain. @returns undefined for what is no address of 32 bytes, with its checksum */
export function readAddress(text: string): ReadAddress | undefined {
  const read = withoutCheck(text)
  return read && writeAddress(read) === text ? read : undefined
}

/** Is a text written as an address is, but with a checksum that fails? */
export const hasWrongChecksum = (text: string): boolean =>
  withoutCheck(text) !== undefined && readAddress(text) === undefined

function withoutCheck(text: string): ReadAddress | undefined {
  const bytes = text.length > longest ? undefined : decoded(text)
  const [first = 0, second = 0] = bytes ?? []
  const length = first < 64 ? 1 : 2
  if (bytes?.length !== length + 32 + checksumLength || first >= 128) return undefined
  const prefix = length === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  return { prefix, id: bytes.slice(length, length + 32) }
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined // letters that aren't its own
  }
}

/** Do two addresses name one account, whatever their chains? */
export function isSameAccount(one: string, other: string): boolean {
  const [first, second] = [readAddress(one), readAddress(other)]
  return first !== undefined && second !== undefined && first.id.every((byte, place) => byte === second.id[place])
}
