import { bech32 } from '@scure/base'

/** The prefix of every address. */
const prefix = 'erd'
const letters = /^(?:erd1[02-9ac-hj-np-z]{58}|ERD1[02-9AC-HJ-NP-Z]{58})$/

/** Writes the address of a key of 32 bytes. */
export const writeAddress = (key: Uint8Array): string => bech32.encode(prefix, bech32.toWords(key))

/** Reads an address, in capitals too. @returns the 32 bytes that it stands for; undefined for what is no address with its checksum */
export function readAddress(text: string): Uint8Array | undefined {
  const read = letters.test(text) ? bech32.decodeUnsafe(text.toLowerCase()) : undefined
  const bytes = read && bech32.fromWordsUnsafe(read.words)
  return bytes && bytes.length === 32 ? Uint8Array.from(bytes) : undefined
}

/** An address as it is written in lower case. @returns undefined for what is none */
export const parseAddress = (text: string): string | undefined =>
  readAddress(text) === undefined ? undefined : text.toLowerCase()

/** Is a text written as an address is, but with a checksum that fails? */
export const hasWrongChecksum = (text: string): boolean => letters.test(text) && readAddress(text) === undefined

/** Is there a contract at an address, rather than an account with a key? Those of contracts begin with eight empty bytes. */
export const isContract = (address: string): boolean =>
  readAddress(address)
    ?.subarray(0, 8)
    .every((byte) => byte === 0) ?? false
