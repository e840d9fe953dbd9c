import { bytesToHex } from '@foyer/core/chain'
import { keccak256 } from './keccak256.js'

/**
 * Is an address written in both cases, and not in those that its checksum asks for (ERC-55)? In one case it carries none.
 *
 * @example hasWrongChecksum('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046') // true: its last digit was another
 */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return false
  const hash = bytesToHex(keccak256(new TextEncoder().encode(lower))).slice(2)
  return [...lower].some(
    (digit, index) => (Number(`0x${hash.charAt(index)}`) >= 8 ? digit.toUpperCase() : digit) !== digits.charAt(index),
  )
}
