export {
  InvalidTransferError,
  NoRpcUrlError,
  TransactionDroppedError,
  TransactionNotPendingError,
} from '@foyer/core/errors'
export {
  type CapabilitiesByNetwork,
  getCapabilities,
  type ReceiptParameters,
  type SendTransactionParameters,
  type SentTransaction,
  type SignMessageParameters,
  type SignTypedDataParameters,
  sendTransaction,
  signMessage,
  signTypedData,
  type WalletChoice,
} from './account.js'
export { InvalidAnnouncementError } from './discovery/parseAnnouncement.js'
export { WrongNetworkError } from './errors.js'
export { evm } from './evm.js'
export type {
  EvmCall,
  EvmTransaction,
  TransactionReceipt,
  TypedData,
  TypedDataDomain,
  TypedDataField,
  WalletCapabilities,
} from './family.js'
