import { checksumBy, hasWrongChecksumBy } from './checksumBy.js'
import { keccak256 } from './keccak256.js'

const isAddress = (text: string): boolean => /^0x[\da-fA-F]{40}$/.test(text)

/** Is a text written as an address is, but with characters too few or too many? A few digits are no attempt at one. */
export const hasWrongLength = (text: string): boolean => /^0x[\da-fA-F]{20,80}$/.test(text) && text.length !== 42

/**
 * Writes an address in the cases of its checksum (ERC-55), in which it is shown and compared everywhere.
 *
 * @example checksummed('0xd8da6bf26964af9d7eed9e03e53415d37aa96045') // '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
 */
export const checksummed = (address: string): string => checksumBy(keccak256, address)

/**
 * Is an address written in both cases, and not in those that its checksum asks for (ERC-55)? In one case it carries none, and what is
 * no address, such as a name, doesn't either.
 *
 * @example hasWrongChecksum('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046') // true: its last digit was another
 */
export const hasWrongChecksum = (address: string): boolean =>
  isAddress(address) && hasWrongChecksumBy(keccak256, address)

/** An address with its checksum, in whatever case it is written; what is no address stays as it is. */
export const writeAddress = (address: string): string => (isAddress(address) ? checksummed(address) : address)
