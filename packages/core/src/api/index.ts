/** The client of the operator's server: what more than a call is, and `ask` for a call as it is. */

export {
  approvals,
  type BalanceRequest,
  type HistoryRequest,
  history,
  type IdentityRequest,
  type NftsRequest,
  nfts,
  type PricesRequest,
  type PurchasesRequest,
  prices,
  purchases,
  type RevokeSmartSessionRequest,
  revokeSmartSession,
  type SmartSessionsRequest,
  smartSessions,
} from './account.js'
export { type Asker, ask } from './ask.js'
export { type Api, type ApiOptions, createApi } from './createApi.js'
export { type ImageRequest, image, type WalletsRequest, wallets } from './directory.js'
export * from './names.js'
export * from './payments.js'
export type { Cancellable } from './project.js'
export { alertFor, originAlert } from './project.js'
export * from './swaps.js'
export * from './telemetry.js'
