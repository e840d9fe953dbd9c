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
export {
  type NameSuggestionsRequest,
  type NamesOfRequest,
  nameSuggestions,
  namesOf,
  nameZone,
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
  type PayExchangesRequest,
  type PayStatusRequest,
  type PayUrlRequest,
  payExchanges,
  payStatus,
  payUrl,
} from './payments.js'
export type { Cancellable } from './project.js'
export { alertFor, originAlert } from './project.js'
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
export {
  createTelemetry,
  eventId,
  type ReportParameters,
  type Telemetry,
  type TelemetryOptions,
} from './telemetry.js'
