export { type AccountNameFault, accountNameFault } from './accountName.js'
export { isAddress } from './address.js'
export { type Amount, formatAmount, type ParseAmountParameters, parseAmount, roundDown } from './amount.js'
export { bytesToHex } from './bytesToHex.js'
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
export { chainIdOf, coinTypeOf } from './coinType.js'
export {
  type Displayable,
  type DisplayBalanceParameters,
  displayBalance,
  displayQuantity,
} from './display.js'
export { expandExponent } from './expandExponent.js'
export { type Fungible, formatFungible, parseFungible } from './fungible.js'
export { isSignature, isTransactionHash } from './hash.js'
export { bigintToHex, type Hex, hexToBigint, hexToBytes, hexToUtf8, isHex, utf8ToHex } from './hex.js'
export { InvalidAmountError } from './InvalidAmountError.js'
export { InvalidHexError } from './InvalidHexError.js'
export { InvalidNameChainError } from './InvalidNameChainError.js'
export { type AccountId, type Family, families, type NetworkId } from './ids.js'
export {
  InvalidAccountIdError,
  InvalidAssetIdError,
  InvalidNetworkIdError,
  UnknownFamilyError,
  UnsupportedAssetFamilyError,
} from './invalidIds.js'
export { shortenAddress } from './shortenAddress.js'
