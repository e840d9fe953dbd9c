import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'

/** An address in the one form in which the kit keeps and compares it: 0x and 64 digits, in lower case. @returns undefined for what is none */
export function parseAddress(text: string): string | undefined {
  const [, digits = ''] = /^0x([0-9a-f]{1,64})$/i.exec(text.trim()) ?? []
  return digits === '' ? undefined : `0x${digits.toLowerCase().padStart(64, '0')}`
}

export const addressBytes = (address: string): Uint8Array => hexToBytes(address.slice(2))

/** The address of a key: the hash of its curve's number and the key. */
export const addressOf = ({ flag, publicKey }: { readonly flag: number; readonly publicKey: Uint8Array }): string =>
  `0x${hex.encode(blake2b(concatBytes(Uint8Array.of(flag), publicKey), { dkLen: 32 }))}`
