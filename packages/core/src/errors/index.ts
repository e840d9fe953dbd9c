/** Every error of the kit, and what turns foreign ones into ours. Branch on `code` or `instanceof`. */

export {
  AccountNotConnectedError,
  ActionUnsupportedError,
  AnswerNotAskedError,
  FeatureDisabledError,
  InvalidAnswerError,
  InvalidLoginError,
  NetworkOrAddressUndefinedError,
  NetworkUndefinedError,
  SendIncompleteError,
  SurfaceNotAskedError,
  TooManyCodesError,
  TransactionFailedError,
} from './action.js'
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
export {
  EmbeddedLoginRequiredError,
  InvalidAccountNameError,
  InvalidTransferError,
  NameServiceError,
  NamesUnavailableError,
  NoRpcUrlError,
  OnrampNotServedError,
  PayError,
  type PayErrorCode,
  PopupBlockedError,
  SwapFailedError,
  SwapNotSupportedError,
  TransactionDroppedError,
  TransactionNotPendingError,
  UnsafeSwapError,
} from './feature.js'
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
export { InvalidSessionError, NotAuthenticatedError, SignInServerMissingError, SiweConfigError } from './signIn.js'
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
