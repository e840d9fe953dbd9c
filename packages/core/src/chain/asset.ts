import { failure } from '../errors/failure.js'
import {
  type IdFault,
  knownNetwork,
  type NetworkIdParts,
  namespacePattern,
  networkFault,
  UnknownFamilyError,
} from './caip.js'
import { type FamilyTraits, familyTraits } from './families.js'
import { type Family, isFamily, type NetworkId } from './ids.js'
import { addressPattern } from './wellWritten.js'
import { isWholeAddress } from './writtenAddress.js'

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

const tokenPattern = /^[-.%a-zA-Z0-9]{1,78}$/

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

/** A text that isn't a CAIP-19 asset id. */
export class InvalidAssetIdError extends /* @__PURE__ */ failure('invalid_asset_id', {
  text: ({ fault }: { fault: IdFault }) =>
    `Invalid CAIP-19 asset id: wrong ${fault}. It is written network/namespace:reference, with /token at most.`,
}) {}

/** A chain family whose coins and tokens have no CAIP-19 names that the kit knows. */
export class UnsupportedAssetFamilyError extends /* @__PURE__ */ failure('unsupported_asset_family', {
  text: ({ family }: { family: string }) =>
    `Assets of the chain family ${family} can't be named by a CAIP-19 id here. Those of eip155 and solana can.`,
}) {}

/** A coin or a token of a network: what can be paid and bought. */
export interface Fungible {
  readonly networkId: NetworkId
  readonly family: Family
  /** The token's address, as it was written; null for the network's own coin. */
  readonly token: string | null
}

function grammarOf(family: Family): NonNullable<FamilyTraits['asset']> {
  const { asset } = familyTraits(family)
  if (!asset) throw new UnsupportedAssetFamilyError({ family })
  return asset
}

/**
 * Reads a CAIP-19 id as a coin or a token: `slip44:60` and `erc20:…` on eip155 networks, `slip44:501` and `token:…` on Solana.
 *
 * @throws {@link InvalidAssetIdError} · UnknownFamilyError · {@link UnsupportedAssetFamilyError}
 * @see CAIP-19
 * @example parseFungible('eip155:1/slip44:60').token // null
 */
export function parseFungible(text: string): Fungible {
  const { networkId, family, assetNamespace, assetReference, tokenId } = parseAssetId(text)
  const { coin, tokens } = grammarOf(family)
  if (tokenId !== undefined) throw new InvalidAssetIdError({ fault: 'asset' })
  if (assetNamespace === 'slip44' && assetReference === coin) return { networkId, family, token: null }
  const isToken = assetNamespace === tokens && isWholeAddress({ family, address: assetReference })
  if (!isToken) throw new InvalidAssetIdError({ fault: 'asset' })
  return { networkId, family, token: assetReference }
}

/**
 * Writes a coin or a token as a CAIP-19 id; the inverse of {@link parseFungible}.
 *
 * @throws {@link InvalidAssetIdError} · {@link UnknownFamilyError} · {@link UnsupportedAssetFamilyError}
 * @example formatFungible({ networkId: 'eip155:1', token: null }) // 'eip155:1/slip44:60'
 */
export function formatFungible({ networkId, token }: Pick<Fungible, 'networkId' | 'token'>): AssetId {
  const [family = ''] = networkId.split(':')
  if (!isFamily(family)) throw new UnknownFamilyError({ family })
  const { coin, tokens } = grammarOf(family)
  if (token === null) return formatAssetId({ networkId, assetNamespace: 'slip44', assetReference: coin })
  if (!isWholeAddress({ family, address: token })) throw new InvalidAssetIdError({ fault: 'asset' })
  return formatAssetId({ networkId, assetNamespace: tokens, assetReference: token })
}
