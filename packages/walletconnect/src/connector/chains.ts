import type { ConnectorHost, Family, NetworkId } from '@foyer/core'
import { families, isNetworkId } from '@foyer/core/chain'
import { familyOf } from '../protocol/families.js'
import type { FamilyTerms } from '../protocol/namespaces.js'

/**
 * The network that a wallet says to be on. Wallets write a number, a decimal or hexadecimal text, or CAIP-2; what they write counts for more than
 * the chain by which they say it.
 *
 * @returns undefined for what names none
 * @example chainIn({ value: '0x7a69', chainId: 'eip155:1' }) // 'eip155:31337'
 */
export function chainIn({
  value,
  chainId,
}: {
  readonly value: unknown
  readonly chainId: string
}): NetworkId | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : chainId
  const [reference = '', family = familyOf(chainId)] = text.split(':').reverse()
  const number = Number(reference)
  const isNumber = Number.isSafeInteger(number) && number > 0
  const id = `${family}:${family !== 'eip155' ? reference : isNumber ? number : ''}`
  return isNetworkId(id) ? id : undefined
}

/** The family of a chain, an account or a namespace's key; undefined for one that the kit doesn't know. */
export const knownFamilyOf = (id: string): Family | undefined => families.find((family) => family === familyOf(id))

/** Returns a family's own terms of a session [S7.36], by an id of its chains or its namespace. */
export const termsOf = (id: string, { adapterOf }: Pick<ConnectorHost, 'adapterOf'>): FamilyTerms | undefined => {
  const family = knownFamilyOf(id)
  return family && adapterOf?.(family)?.session
}

/** The other id by which wallets may know a network. */
export const otherIdOf = (networkId: string, host: Pick<ConnectorHost, 'adapterOf'>): string | undefined =>
  termsOf(networkId, host)?.otherIds?.[networkId]
