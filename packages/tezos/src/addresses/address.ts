import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const base58check = /* @__PURE__ */ createBase58check(sha256)

/** Bytes that stand before others in base58, so that a text begins with the same letters each time. */
export type Mark = readonly number[]

/** Writes bytes in base58 with a checksum, behind their mark. */
export const writeMarked = (mark: Mark, bytes: Uint8Array): string =>
  base58check.encode(Uint8Array.from([...mark, ...bytes]))

/** Reads bytes that are marked so. @returns undefined for another mark or length, and for a checksum that fails */
export function readMarked(text: string, { mark, length }: { readonly mark: Mark; readonly length: number }) {
  if (text.length > 128) return undefined
  try {
    const bytes = base58check.decode(text)
    const isMarked = bytes.length === mark.length + length && mark.every((byte, index) => bytes[index] === byte)
    return isMarked ? bytes.slice(mark.length) : undefined
  } catch {
    return undefined // letters that aren't its own, or a checksum that fails
  }
}

/** The kinds of addresses: accounts with a key of ed25519, secp256k1, P-256 or BLS12-381, and contracts. */
const marks = {
  tz1: [0x06, 0xa1, 0x9f],
  tz2: [0x06, 0xa1, 0xa1],
  tz3: [0x06, 0xa1, 0xa4],
  tz4: [0x06, 0xa1, 0xa6],
  KT1: [0x02, 0x5a, 0x79],
} as const

export type AddressKind = keyof typeof marks

/** How many letters an address has, and its hash bytes. */
const [letters, hashLength] = [36, 20]
const kinds: Readonly<Record<string, readonly number[]>> = marks

const isKind = (text: string): text is AddressKind => Object.hasOwn(kinds, text)

/** Writes the address of a hash of 20 bytes. */
export const writeAddress = (kind: AddressKind, hash: Uint8Array): string => writeMarked(marks[kind], hash)

/** Of which kind an address is: the same on every network of the family. @returns undefined for what is none, as one whose checksum fails */
export function kindOf(text: string): AddressKind | undefined {
  const kind = text.slice(0, 3)
  if (text.length !== letters || !isKind(kind)) return undefined
  return readMarked(text, { mark: marks[kind], length: hashLength }) ? kind : undefined
}

/** An address of an account or a contract, as it is written; undefined for what is none. */
export const parseAddress = (text: string): string | undefined => (kindOf(text) === undefined ? undefined : text)

const beginning = /^(?:tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]+$/

/** Is a text written as an address is, but with a checksum that fails? */
export const hasWrongChecksum = (text: string): boolean =>
  text.length === letters && beginning.test(text) && kindOf(text) === undefined

/** Is a text written in the letters of addresses, but too few or too many of them? */
export const hasWrongLength = (text: string): boolean =>
  text.length !== letters && text.length >= 28 && text.length <= 44 && beginning.test(text)
