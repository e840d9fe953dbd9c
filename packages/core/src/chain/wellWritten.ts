import { type AccountId, isFamily, type NetworkId } from './ids.js'

export const referencePattern: RegExp = /^[-_a-zA-Z0-9]{1,32}$/
/** The addresses that CAIP-10 allows, whatever the family; and the underscore, without which no test network's address of Cardano could be written. */
export const addressPattern: RegExp = /^[-.%\w]{1,128}$/

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
