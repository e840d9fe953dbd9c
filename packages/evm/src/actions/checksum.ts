import { bytesToHex } from '@foyer/core/chain'
import { keccak256 } from './keccak256.js'

/** Is a text written as an address is, but with characters too few or too many? A few digits are no attempt at one. */
export const hasWrongLength = (text: string): boolean => /^0x[\da-f]{20,80}$/i.test(text) && text.length !== 42

/**
 * Is an address written in both cases, and not in those that its checksum asks for (ERC-55)? In one case it carries none, and what is
 * no address, such as a name, doesn't either.
 *
 * @example hasWrongChecksum('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046') // true: its last digit was another
 */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (!/^0x[\da-f]{40}$/i.test(address) || digits === lower || digits === digits.toUpperCase()) return false
  const hash = bytesToHex(keccak256(new TextEncoder().encode(lower))).slice(2)
  return [...lower].some(
    (digit, index) => (Number(`0x${hash.charAt(index)}`) >= 8 ? digit.toUpperCase() : digit) !== digits.charAt(index),
  )
}
