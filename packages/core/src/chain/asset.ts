import { FoyerError } from '../errors/FoyerError.js'
import { addressPattern, knownNetwork, type NetworkIdParts, namespacePattern, networkFault } from './caip.js'
import type { IdFault } from './errors.js'
import type { NetworkId } from './ids.js'

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
export class InvalidAssetIdError extends FoyerError {
  override readonly name = 'InvalidAssetIdError'
  readonly code = 'invalid_asset_id'
  constructor({ fault }: { fault: IdFault }) {
    super(`Invalid CAIP-19 asset id: wrong ${fault}. It is written network/namespace:reference, with /token at most.`, {
      facts: { fault },
    })
  }
}

/** A chain family whose coins and tokens have no CAIP-19 names that the kit knows. */
export class UnsupportedAssetFamilyError extends FoyerError {
  override readonly name = 'UnsupportedAssetFamilyError'
  readonly code = 'unsupported_asset_family'
  constructor({ family }: { family: string }) {
    super(`Assets of the chain family ${family} can't be named by a CAIP-19 id here. Those of eip155 and solana can.`, {
      facts: { family },
    })
  }
}
