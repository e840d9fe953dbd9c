import {
  type IdFault,
  InvalidAccountIdError,
  InvalidAssetIdError,
  InvalidNetworkIdError,
  UnknownFamilyError,
} from './errors.js'
import { type AccountId, type Family, isFamily, type NetworkId } from './ids.js'

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

/** A CAIP-19 asset id, `network/namespace:reference` with `/token` at most. */
export type AssetId = `${NetworkId}/${string}:${string}`

/** A CAIP-19 asset id, taken apart. */
export interface AssetIdParts extends NetworkIdParts {
  /** Such as `erc20`, `slip44`, `token`. */
  readonly assetNamespace: string
  /** A contract's address, a coin's SLIP-44 number. */
  readonly assetReference: string
  /** One item of a collection; absent for what is fungible. */
  readonly tokenId?: string | undefined
  readonly assetId: AssetId
}

const namespacePattern = /^[-a-z0-9]{3,8}$/
const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/
/** What CAIP-10 allows as an address, whatever the family. */
export const addressPattern: RegExp = /^[-.%a-zA-Z0-9]{1,128}$/
const tokenPattern = /^[-.%a-zA-Z0-9]{1,78}$/

// A known family counts as well written even where its name is longer than CAIP-2 allows (`multiversx`).
const namespaceIsWellWritten = (text: string) => isFamily(text) || namespacePattern.test(text)

function networkFault(namespace: string, reference: string): IdFault | undefined {
  if (!namespaceIsWellWritten(namespace)) return 'namespace'
  return referencePattern.test(reference) ? undefined : 'reference'
}

function knownNetwork(family: string, reference: string): NetworkIdParts {
  if (!isFamily(family)) throw new UnknownFamilyError({ family })
  return { family, reference, networkId: formatNetworkId({ family, reference }) }
}

/**
 * Takes a CAIP-2 network id apart: exactly two parts, letters kept as they are.
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
  return { ...network, address, accountId: formatAccountId({ networkId: network.networkId, address }) }
}

/**
 * Takes a CAIP-19 asset id apart.
 *
 * @throws {@link InvalidAssetIdError} · {@link UnknownFamilyError}
 * @see CAIP-19
 * @example parseAssetId('eip155:1/slip44:60').assetNamespace // 'slip44'
 */
export function parseAssetId(text: string): AssetIdParts {
  const [network = '', asset = '', tokenId, ...rest] = text.split('/')
  const [namespace = '', reference, ...more] = network.split(':')
  const [assetNamespace = '', assetReference, ...others] = asset.split(':')
  if (reference === undefined || assetReference === undefined || rest.length + more.length + others.length > 0) {
    throw new InvalidAssetIdError({ fault: 'parts' })
  }
  const fault = networkFault(namespace, reference)
  if (fault) throw new InvalidAssetIdError({ fault })
  const assetIsWellWritten =
    namespacePattern.test(assetNamespace) &&
    addressPattern.test(assetReference) &&
    (tokenId === undefined || tokenPattern.test(tokenId))
  if (!assetIsWellWritten) throw new InvalidAssetIdError({ fault: 'asset' })
  const known = knownNetwork(namespace, reference)
  const parts = { ...known, assetNamespace, assetReference, tokenId }
  return { ...parts, assetId: formatAssetId(parts) }
}

/** Writes a CAIP-2 network id; the inverse of {@link parseNetworkId}. */
export function formatNetworkId({ family, reference }: { family: Family; reference: string | number }): NetworkId {
  return `${family}:${reference}`
}

/** Writes a CAIP-10 account id; the inverse of {@link parseAccountId}. */
export function formatAccountId({ networkId, address }: { networkId: NetworkId; address: string }): AccountId {
  return `${networkId}:${address}`
}

/** Writes a CAIP-19 asset id; the inverse of {@link parseAssetId}. */
export function formatAssetId({
  networkId,
  assetNamespace,
  assetReference,
  tokenId,
}: Pick<AssetIdParts, 'networkId' | 'assetNamespace' | 'assetReference' | 'tokenId'>): AssetId {
  const asset: AssetId = `${networkId}/${assetNamespace}:${assetReference}`
  return tokenId === undefined ? asset : `${asset}/${tokenId}`
}

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
