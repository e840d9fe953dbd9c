export {
  type Amount,
  expandExponent,
  formatAmount,
  InvalidAmountError,
  type ParseAmountParameters,
  parseAmount,
  readTypedAmount,
  roundDown,
  typedAmount,
} from './amount.js'
export {
  type AssetId,
  type AssetIdParts,
  type Fungible,
  formatAssetId,
  formatFungible,
  InvalidAssetIdError,
  isAddress,
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
  isAccountId,
  isNetworkId,
  type NetworkIdParts,
  parseAccountId,
  parseNetworkId,
  UnknownFamilyError,
} from './caip.js'
export {
  type DisplayAmountParameters,
  type Displayable,
  type DisplayBalanceParameters,
  type DisplayQuantityParameters,
  decimalSeparator,
  displayBalance,
  displayExact,
  displayPercent,
  displayPrice,
  displayQuantity,
  displaySmallAmount,
  displayUsd,
  type ShortenAddressParameters,
  shortenAddress,
  usdDecimals,
  usdPrice,
  usdValue,
} from './display.js'
export { type FamilyTraits, familyTraits } from './families.js'
export {
  bigintToHex,
  bytesToHex,
  type Hex,
  hexToBigint,
  hexToBytes,
  hexToUtf8,
  InvalidHexError,
  isHex,
  isSignature,
  isTransactionHash,
  utf8ToHex,
} from './hex.js'
export { type AccountId, type Family, families, type NetworkId } from './ids.js'
export { hasLookAlikes } from './lookAlike.js'
export { type AccountNameFault, accountNameFault, chainIdOf, coinTypeOf, InvalidNameChainError } from './names.js'
