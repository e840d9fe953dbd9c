export {
  type Amount,
  expandExponent,
  formatAmount,
  InvalidAmountError,
  type ParseAmountParameters,
  parseAmount,
  roundDown,
  typedAmount,
} from './amount.js'
export {
  type AccountIdParts,
  type AssetId,
  type AssetIdParts,
  formatAccountId,
  formatAssetId,
  formatNetworkId,
  isAccountId,
  isNetworkId,
  type NetworkIdParts,
  parseAccountId,
  parseAssetId,
  parseNetworkId,
} from './caip.js'
export {
  type Displayable,
  type DisplayBalanceParameters,
  displayBalance,
  displayQuantity,
  shortenAddress,
} from './display.js'
export {
  InvalidAccountIdError,
  InvalidAssetIdError,
  InvalidHexError,
  InvalidNameChainError,
  InvalidNetworkIdError,
  UnknownFamilyError,
  UnsupportedAssetFamilyError,
} from './errors.js'
export { displayUsd, usdDecimals, usdPrice, usdValue } from './fiat.js'
export { type Fungible, formatFungible, isAddress, parseFungible } from './fungible.js'
export {
  bigintToHex,
  bytesToHex,
  type Hex,
  hexToBigint,
  hexToBytes,
  hexToUtf8,
  isHex,
  isSignature,
  isTransactionHash,
  utf8ToHex,
} from './hex.js'
export { type AccountId, type Family, families, type NetworkId } from './ids.js'
export { type AccountNameFault, accountNameFault, chainIdOf, coinTypeOf } from './names.js'
