/** Every error of the kit, and what turns foreign ones into ours. Branch on `code` or `instanceof`. */

export * from './action.js'
export * from './calls.js'
export * from './connection.js'
export { ChunkLoadError, type ErrorFacts, FoyerError, type FoyerErrorOptions, StorageError } from './FoyerError.js'
export { ConfigError, type Failure, type FailureOptions, failure } from './failure.js'
export * from './feature.js'
export { foreignError, isUserRejection, saysMissing } from './foreignError.js'
export * from './http.js'
export * from './InvalidResponseError.js'
export * from './options.js'
export * from './signIn.js'
export {
  ChainDisconnectedError,
  InvalidChainIdError,
  ProviderDisconnectedError,
  RequestPendingError,
  RequestTimeoutError,
  UnauthorizedError,
  UnknownWalletError,
  UnrecognizedChainError,
  UnsupportedMethodError,
  UserRejectedError,
  WalletAnswerError,
  type WalletCapabilityCode,
  WalletCapabilityError,
  WalletError,
  type WalletErrorOptions,
  walletCapabilityNames,
} from './wallet.js'
