/** Every error of the kit, and what turns foreign ones into ours. Branch on `code` or `instanceof`. */

export {
  AccountNotConnectedError,
  ActionUnsupportedError,
  FeatureDisabledError,
  NetworkOrAddressUndefinedError,
  NetworkUndefinedError,
  SendIncompleteError,
} from './action.js'
export {
  AnswerNotAskedError,
  InvalidAnswerError,
  InvalidLoginError,
  SurfaceNotAskedError,
  TooManyCodesError,
  TransactionFailedError,
} from './attempt.js'
export { ConfigError, NoAdapterForNetworkError, SignInDisabledError, ViewNameTakenError } from './config.js'
export {
  AbortedError,
  AdapterNotFoundError,
  ChainNotSupportedError,
  ConnectorClientsMissingError,
  ConnectorNotFoundError,
  DisconnectError,
  InvalidChainIdError,
  NamespaceNotConfiguredError,
  NetworkNotConfiguredError,
  UnknownWalletError,
  WalletConnectConnectorNotFoundError,
} from './connection.js'
export { ChunkLoadError, type ErrorFacts, FoyerError, type FoyerErrorOptions, StorageError } from './FoyerError.js'
export { foreignError, isUserRejection } from './foreignError.js'
export {
  CircuitOpenError,
  HttpError,
  type HttpErrorOptions,
  type HttpReason,
  InvalidResponseError,
  type InvalidResponseOptions,
  type JsonRpcCode,
  JsonRpcError,
  type JsonRpcErrorOptions,
  jsonRpcNames,
  OfflineError,
  ServerUnreachableError,
} from './http.js'
export { NameServiceError } from './name.js'
export {
  EmbeddedLoginRequiredError,
  InvalidAccountNameError,
  NamesUnavailableError,
} from './names.js'
export { OnrampNotServedError, PopupBlockedError } from './onramp.js'
export {
  DuplicateOptionError,
  FactoryNotCalledError,
  InvalidOptionError,
  MissingNetworksError,
  MissingOptionsError,
  MissingProjectIdError,
  NoWayToWalletsError,
  SignInOptionsConflictError,
  UnknownOptionError,
} from './options.js'
export { PayError, type PayErrorCode } from './pay.js'
export {
  InvalidSessionError,
  NotAuthenticatedError,
  SignInServerMissingError,
  SiweConfigError,
} from './signIn.js'
export { SwapFailedError, SwapNotSupportedError, UnsafeSwapError } from './swap.js'
export {
  InvalidTransferError,
  NoRpcUrlError,
  TransactionDroppedError,
  TransactionNotPendingError,
} from './transaction.js'
export {
  ChainDisconnectedError,
  ProviderDisconnectedError,
  RequestPendingError,
  RequestTimeoutError,
  UnauthorizedError,
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
