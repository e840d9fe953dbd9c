import { sha512_256 } from '@noble/hashes/sha2.js'
import { base32nopad } from '@scure/base'

/** A key of ed25519, and of the hash of it so many bytes stand behind it, as letters of base32. */
const [keyLength, checksumLength, letters] = [32, 4, 58]

/** Writes a key of 32 bytes as an address. @see https://developer.algorand.org/docs/get-details/accounts/#transformation-public-key-to-algorand-address */
export const writeAddress = (key: Uint8Array): string =>
  base32nopad.encode(Uint8Array.from([...key, ...sha512_256(key).slice(-checksumLength)]))

/** Reads an address. @returns its key, or what stands for one: 32 bytes; undefined for what is none, as one whose checksum fails */
export function readAddress(text: string): Uint8Array | undefined {
  const key = keyIn(text)
  return key && writeAddress(key) === text ? key : undefined
}

/** Is a text written as an address is, but with a checksum that fails? */
export const hasWrongChecksum = (text: string): boolean => keyIn(text) !== undefined && readAddress(text) === undefined

/** Is a text written in the letters of addresses, but too few or too many of them? */
export const hasWrongLength = (text: string): boolean => /^[A-Z2-7]{40,72}$/.test(text) && text.length !== letters

function keyIn(text: string): Uint8Array | undefined {
  if (text.length !== letters || !/^[A-Z2-7]+$/.test(text)) return undefined
  try {
    return base32nopad.decode(text).slice(0, keyLength)
  } catch {
    return undefined // bits that stand for nothing
  }
}
