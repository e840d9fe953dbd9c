/** The client of the operator's server: one typed function a call. */
export { alertFor } from './alertFor.js'
export type { BalanceRequest } from './balance.js'
export { type Api, type ApiOptions, createApi } from './createApi.js'
export { eventId } from './eventId.js'
export type { Cancellable } from './gate.js'
export { type HistoryRequest, history } from './history.js'
export type { IdentityRequest } from './identity.js'
export { type ImageRequest, image } from './images.js'
export {
  type NameSuggestionsRequest,
  type NamesOfRequest,
  nameSuggestions,
  namesOf,
  type RegisterNameRequest,
  type ResolveNameRequest,
  registerName,
  resolveName,
} from './names.js'
export {
  type OnrampQuoteRequest,
  type OnrampUrlRequest,
  onrampOptions,
  onrampQuote,
  onrampUrl,
} from './onramp.js'
export { originAlert } from './originAlert.js'
export {
  type PayExchangesRequest,
  type PayStatusRequest,
  type PayUrlRequest,
  payExchanges,
  payStatus,
  payUrl,
} from './pay.js'
export { type PricesRequest, prices } from './prices.js'
export type { ProjectRequest } from './project.js'
export type { SendEventRequest } from './sendEvent.js'
export {
  type RevokeSmartSessionRequest,
  revokeSmartSession,
  type SmartSessionsRequest,
  smartSessions,
} from './smartSessions.js'
export {
  type BuildApprovalRequest,
  type BuildSwapRequest,
  buildApproval,
  buildSwap,
  type GasPrices,
  gasPrices,
  type SwapAllowanceRequest,
  type SwapPair,
  type SwapQuotesRequest,
  type SwapTokensRequest,
  swapAllowance,
  swapQuotes,
  swapTokens,
} from './swaps.js'
export { createTelemetry, type Telemetry, type TelemetryOptions } from './telemetry.js'
export { type WalletsRequest, wallets } from './wallets.js'
