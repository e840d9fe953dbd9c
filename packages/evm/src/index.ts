export { type CapabilitiesByNetwork, getCapabilities, type WalletCapabilities } from './account/getCapabilities.js'
export {
  type ReceiptParameters,
  type SendTransactionParameters,
  type SentTransaction,
  sendTransaction,
  type TransactionReceipt,
} from './account/sendTransaction.js'
export { type SignMessageParameters, signMessage } from './account/signMessage.js'
export {
  type SignTypedDataParameters,
  signTypedData,
  type TypedDataDomain,
  type TypedDataField,
} from './account/signTypedData.js'
export { NoRpcUrlError } from './chain/NoRpcUrlError.js'
export { InvalidAnnouncementError } from './discovery/InvalidAnnouncementError.js'
export { evm } from './evm.js'
export { TransactionDroppedError } from './requests/TransactionDroppedError.js'
export { WrongNetworkError } from './requests/WrongNetworkError.js'
