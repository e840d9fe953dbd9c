import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'

/** An address taken apart. */
export interface ReadAddress {
  /** In lower case. */
  readonly address: string
  readonly prefix: string
  /** Of a key 20, of a contract 32. */
  readonly bytes: Uint8Array
}

/** Longer than any prefix of a chain with 32 bytes. */
const longest = 90

/** Reads an address in bech32, of any chain. @returns undefined for what is none, as bech32m is */
export function readAddress(text: string): ReadAddress | undefined {
  if (text.length > longest || !isBech32(text)) return undefined
  try {
    const { prefix, words } = bech32.decode(text, longest)
    const bytes = bech32.fromWords(words)
    return bytes.length === 20 || bytes.length === 32 ? { address: text.toLowerCase(), prefix, bytes } : undefined
  } catch {
    return undefined // a wrong checksum, or mixed letters
  }
}

const isBech32 = (text: string): text is `${string}1${string}` => /^[a-z][a-z0-9]+$/i.test(text) && text.includes('1')

/** Is it written as an address is, but for its checksum? One letter of it is probably another. */
export const hasWrongChecksum = (text: string): boolean =>
  /^[a-z][a-z0-9]{0,20}1[02-9ac-hj-np-z]{38}([02-9ac-hj-np-z]{20})?$/.test(text.toLowerCase()) &&
  (text === text.toLowerCase() || text === text.toUpperCase()) &&
  readAddress(text) === undefined

/** Is an address that of a key of secp256k1, compressed? */
export function isAddressOfKey({ bytes }: Pick<ReadAddress, 'bytes'>, publicKey: Uint8Array): boolean {
  const own = ripemd160(sha256(publicKey))
  return own.length === bytes.length && own.every((byte, index) => byte === bytes[index])
}
