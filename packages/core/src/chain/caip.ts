import { failure } from '../errors/failure.js'
import type { AccountId, Family, NetworkId } from './ids.js'
import { familyNamed } from './otherNames.js'
import { addressPattern, referencePattern } from './wellWritten.js'

/** Which part of an id breaks its grammar. */
export type IdFault = 'parts' | 'namespace' | 'reference' | 'address' | 'asset'

/** A text that isn't a CAIP-2 network id. */
export class InvalidNetworkIdError extends /* @__PURE__ */ failure('invalid_network_id', {
  text: ({ fault }: { fault: IdFault }) =>
    `Invalid CAIP-2 network id: wrong ${fault}. It is written namespace:reference, such as eip155:1.`,
}) {}

/** A text that isn't a CAIP-10 account id. The text itself is left out: addresses don't belong in logs. */
export class InvalidAccountIdError extends /* @__PURE__ */ failure('invalid_account_id', {
  text: ({ fault }: { fault: IdFault }) =>
    `Invalid CAIP-10 address: wrong ${fault}. It is written namespace:reference:address.`,
}) {}

/** An id that is well written, but of a chain family that the kit doesn't know. */
export class UnknownFamilyError extends /* @__PURE__ */ failure('unknown_family', {
  text: ({ family }: { family: string }) =>
    `The chain family ${family} isn't known: see \`families\` of @foyer/core/chain.`,
}) {}

/** A CAIP-2 network id, taken apart. */
export interface NetworkIdParts {
  readonly family: Family
  readonly reference: string
  readonly networkId: NetworkId
}

/** A CAIP-10 account id, taken apart. */
export interface AccountIdParts extends NetworkIdParts {
  readonly address: string
  readonly accountId: AccountId
}

/** The namespaces that CAIP-2 and CAIP-19 allow. */
export const namespacePattern: RegExp = /^[-a-z0-9]{3,8}$/

/** Which part of a network's id breaks its grammar. A family's other name counts as well written even where CAIP-2 allows none so long (`multiversx`). */
export function networkFault(namespace: string, reference: string): IdFault | undefined {
  if (!namespacePattern.test(namespace) && !familyNamed(namespace)) return 'namespace'
  return referencePattern.test(reference) ? undefined : 'reference'
}

/** @throws {@link UnknownFamilyError} */
export function knownNetwork(namespace: string, reference: string): NetworkIdParts {
  const family = familyNamed(namespace)
  if (!family) throw new UnknownFamilyError({ family: namespace })
  return { family, reference, networkId: `${family}:${reference}` }
}

/**
 * Takes a CAIP-2 network id apart: exactly two parts, letters kept as they are. A family's other name becomes its namespace.
 *
 * @throws {@link InvalidNetworkIdError} · {@link UnknownFamilyError}
 * @see S5.21, S8.20; CAIP-2
 * @example parseNetworkId('eip155:1') // { family: 'eip155', reference: '1', networkId: 'eip155:1' }
 */
export function parseNetworkId(text: string): NetworkIdParts {
  const [namespace = '', reference, ...rest] = text.split(':')
  if (reference === undefined || rest.length > 0) throw new InvalidNetworkIdError({ fault: 'parts' })
  const fault = networkFault(namespace, reference)
  if (fault) throw new InvalidNetworkIdError({ fault })
  return knownNetwork(namespace, reference)
}

/**
 * Takes a CAIP-10 account id apart: exactly three parts, letters kept as they are.
 * Whether the address is one of that family says {@link isAddress}.
 *
 * @throws {@link InvalidAccountIdError} · {@link UnknownFamilyError}
 * @see S5.20, S8.20; CAIP-10
 * @example parseAccountId('eip155:1:0xAb…').address // '0xAb…'
 */
export function parseAccountId(text: string): AccountIdParts {
  const [namespace = '', reference = '', address, ...rest] = text.split(':')
  if (address === undefined || rest.length > 0) throw new InvalidAccountIdError({ fault: 'parts' })
  const fault = networkFault(namespace, reference) ?? (addressPattern.test(address) ? undefined : 'address')
  if (fault) throw new InvalidAccountIdError({ fault })
  const network = knownNetwork(namespace, reference)
  return { ...network, address, accountId: `${network.networkId}:${address}` }
}

/** Writes a CAIP-2 network id; the inverse of {@link parseNetworkId}. */
export function formatNetworkId({ family, reference }: { family: Family; reference: string | number }): NetworkId {
  return `${family}:${reference}`
}

/** Writes a CAIP-10 account id; the inverse of {@link parseAccountId}. */
export function formatAccountId({ networkId, address }: { networkId: NetworkId; address: string }): AccountId {
  return `${networkId}:${address}`
}
