import { familyTraits } from './families.js'
import { type AccountId, type Family, isFamily, type NetworkId } from './ids.js'

export const referencePattern: RegExp = /^[-_a-zA-Z0-9]{1,32}$/
/** What CAIP-10 allows as an address, whatever the family. */
export const addressPattern: RegExp = /^[-.%a-zA-Z0-9]{1,128}$/

/** Whether a value is the CAIP-2 id of a known family's network [S5.21]. */
export function isNetworkId(value: unknown): value is NetworkId {
  if (typeof value !== 'string') return false
  const [namespace = '', reference = '', ...rest] = value.split(':')
  return rest.length === 0 && isFamily(namespace) && referencePattern.test(reference)
}

/** Whether a value is the CAIP-10 id of an account of a known family [S5.20]. */
export function isAccountId(value: unknown): value is AccountId {
  if (typeof value !== 'string') return false
  const [namespace = '', reference = '', address = '', ...rest] = value.split(':')
  return rest.length === 0 && isFamily(namespace) && referencePattern.test(reference) && addressPattern.test(address)
}
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
