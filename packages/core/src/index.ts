export type {
  Attempt,
  AttemptEnd,
  AttemptId,
  AttemptStep,
  Attempts,
  ConnectAttempt,
  PreferAccountTypeAttempt,
  Refusal,
  RegisterAttempt,
  SignAttempt,
  SignInAttempt,
  SwitchAttempt,
  TransactionAttempt,
  UpdateEmailAttempt,
} from './attempt/attempt.js'
export type { AccountId, Family, NetworkId } from './chain/ids.js'
export { type Clock, systemClock } from './clock/clock.js'
export { type Alert, type AlertKey, alertSentences } from './config/alerts.js'
export type {
  AllWalletsOption,
  ConnectMethod,
  ConnectorOrderType,
  CustomRpcUrl,
  CustomWallet,
  Features,
  FoyerOptions,
  InitialState,
  ResolvedOptions,
  ThemeMode,
  ThemePalette,
  ThemeVariables,
  WalletFeature,
} from './config/options.js'
export type {
  Connection,
  ConnectionId,
  ConnectionStatus,
  Pending,
} from './connection/connection.js'
export type * from './connector/calls.js'
export type * from './connector/connector.js'
export type * from './connector/family.js'
export type { ChannelProperties } from './connector/live.js'
export { createFoyer, initialStateFrom, keepInitialState } from './createFoyer.js'
export type { KitEvent, KitEvents, TimedEvent } from './events/event.js'
export type { Connected, ConnectParameters, Foyer } from './foyer.js'
export { onDemand } from './loading/piece.js'
export type { NativeCurrency, Network, NetworkInput } from './networks/network.js'
export type { KeyValueStorage } from './storage/persistence.js'
export type { AccountSnapshot } from './store/selectors.js'
export {
  type AccountState,
  accountOf,
  accountSnapshot,
  isConnected,
  isUnsupported,
  networkIdOf,
  networkOf,
} from './store/selectors.js'
export type { FoyerState, RecentWallet, Snackbar, Theme } from './store/state.js'
export type { NoParams, ViewName, ViewParams, ViewProps } from './view/viewParams.js'
export type { CloseReason } from './view/viewState.js'
export { currentRoute, type Direction, type OpenRequest, type Route, type ViewState } from './view/viewState.js'
