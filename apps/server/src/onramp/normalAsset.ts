import { formatFungible, parseFungible } from '@foyer/core/chain'

/**
 * Writes a CAIP-19 id so that equal assets are equal texts: the tokens of eip155 networks come in any case.
 * @throws InvalidAssetIdError · UnknownFamilyError · UnsupportedAssetFamilyError
 */
export function normalAsset(asset: string): string {
  const { networkId, family, token } = parseFungible(asset)
  return formatFungible({ networkId, token: family === 'eip155' && token !== null ? token.toLowerCase() : token })
}
