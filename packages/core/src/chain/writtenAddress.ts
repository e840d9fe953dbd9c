import { familyTraits } from './families.js'
import type { Family } from './ids.js'
import { addressPattern } from './wellWritten.js'

/** Whether an address is a whole one: of a token, or of an account in a sign-in. */
export function isWholeAddress(named: { readonly family: Family; readonly address: string }): boolean {
  return isAddress(named) && named.address.startsWith(familyTraits(named.family).addressPrefix)
}

/**
 * Whether a text is written as an address of its family: 40 hex digits, `0x` or not, for eip155 [S5.18]; 32 to 44 base58
 * letters for solana [S5.19]; for the others what CAIP-10 allows, as their adapters know more.
 *
 * @example isAddress({ family: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }) // true
 */
export function isAddress({ family, address }: { family: Family; address: string }): boolean {
  return (familyTraits(family).address ?? addressPattern).test(address)
}
