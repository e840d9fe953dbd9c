export type { AccountHistory, PendingItem } from './activity/feature.js'
export type { Hex } from './chain/hex.js'
export type { AccountId, AddressOf, Family, NetworkId } from './chain/ids.js'
export { type Clock, systemClock } from './clock/clock.js'
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
export type * from './connector/abortable.js'
export type * from './connector/calls.js'
export type * from './connector/connector.js'
export type * from './connector/family.js'
export type { ChannelProperties } from './connector/live.js'
export type * from './connector/permissions.js'
export { createFoyer, initialStateFrom, keepInitialState } from './createFoyer.js'
export { type Alert, type AlertKey, alertSentences } from './errors/alerts.js'
export type { KitEvent, KitEvents, TimedEvent } from './events/event.js'
export type { Feature } from './feature/feature.js'
export type { FeatureName } from './features.js'
export type { Connected, ConnectParameters, Foyer, Register, RegisteredFamily, RegisteredNetwork } from './foyer.js'
export { onDemand } from './loading/piece.js'
export type { PreferAccountTypeAttempt, UpdateEmailAttempt } from './login/feature.js'
export type { RegisterAttempt } from './names/feature.js'
export type { FamilyOf, FamilyOr, NetworkChoice } from './networks/choice.js'
export type { NativeCurrency, Network, NetworkInput, ReferenceOf } from './networks/network.js'
export type { PermissionsAttempt } from './permissions/feature.js'
export type { SignInAttempt } from './signin/feature.js'
export type {
  Attempt,
  AttemptEnd,
  AttemptId,
  AttemptKinds,
  AttemptStep,
  Attempts,
  ConnectAttempt,
  Refusal,
  SignAttempt,
  SwitchAttempt,
  TransactionAttempt,
  TransactionOf,
} from './state/attempt.js'
export type {
  Connection,
  ConnectionId,
  ConnectionStatus,
  Pending,
} from './state/connection.js'
export type { AccountSnapshot, ConnectedAccount, NoAccount } from './state/selectors.js'
export {
  type AccountState,
  accountOf,
  accountSnapshot,
  isConnected,
  isUnsupported,
  networkIdOf,
  networkOf,
} from './state/selectors.js'
export type { FoyerState, RecentWallet, Snackbar, Theme } from './state/state.js'
export type { NoParams, ViewName, ViewParams, ViewProps } from './state/viewParams.js'
export type { CloseReason } from './state/viewState.js'
export { currentRoute, type Direction, type OpenRequest, type Route, type ViewState } from './state/viewState.js'
export type { KeyValueStorage } from './storage/persistence.js'
export type { ActivityItem, ActivityStatus, ActivityTransfer, ActivityType } from './transactions/activityItem.js'
