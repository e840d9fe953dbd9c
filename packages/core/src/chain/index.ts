export * from './addressKey.js'
export * from './amount.js'
export {
  type AssetId,
  type AssetIdParts,
  type Fungible,
  formatAssetId,
  formatFungible,
  InvalidAssetIdError,
  parseAssetId,
  parseFungible,
  UnsupportedAssetFamilyError,
} from './asset.js'
export {
  type AccountIdParts,
  formatAccountId,
  formatNetworkId,
  InvalidAccountIdError,
  InvalidNetworkIdError,
  type NetworkIdParts,
  parseAccountId,
  parseNetworkId,
  UnknownFamilyError,
} from './caip.js'
export * from './display.js'
export { type FamilyTraits, familyTraits } from './families.js'
export * from './hex.js'
export { type AccountId, type Family, families, type NetworkId } from './ids.js'
export { hasLookAlikes, looksLike, readsLike } from './lookAlike.js'
export * from './lowerHex.js'
export { type AccountNameFault, accountNameFault, chainIdOf, coinTypeOf, InvalidNameChainError } from './names.js'
export { currentId, familyNamed } from './otherNames.js'
export { type RollupQuestion, rollupFee } from './rollupFee.js'
export * from './rpcHex.js'
export { isAccountId, isNetworkId } from './wellWritten.js'
export { isAddress } from './writtenAddress.js'
