/** What the kit and its server say to each other: schemas and constants, for both sides. */

export { nativeTokens } from '../chain/familyTraits.js'
export {
  ApprovalsQuery,
  ApprovalsReply,
  Balance,
  BalanceQuery,
  BalanceReply,
  type CollectionApproval,
  HeldNft,
  IdentityQuery,
  IdentityReply,
  type NftApproval,
  type NftStandard,
  NftsQuery,
  NftsReply,
  nftStandards,
  OpenApproval,
  type TokenApproval,
} from './account.js'
export {
  AccountMetadataBody,
  AppKitAccount,
  AuthenticateBody,
  AuthenticateReply,
  AuthNonceReply,
  type AuthWalletInfo,
  SessionAccount,
} from './auth.js'
export {
  EventBody,
  redact,
  type TelemetryCategory,
  type TelemetryProps,
  type TrackProps,
  telemetryCategories,
} from './event.js'
export { JsonRpcBatch, type JsonRpcFailure, type JsonRpcId, JsonRpcRequest, JsonRpcResponse } from './jsonRpc.js'
export { limits } from './limits.js'
export {
  GatewayBody,
  GatewayReply,
  type NameAddress,
  type NameAttributes,
  NameQuery,
  NameRecord,
  type NameSuggestion,
  NamesReply,
  NameZoneReply,
  RegistrationBody,
  RegistrationMessage,
  RegistrationReply,
  SuggestionsQuery,
  SuggestionsReply,
} from './name.js'
export {
  coinbaseNetworks,
  defaultPaymentCurrencies,
  defaultPurchaseCurrencies,
  type MeldUrlParameters,
  meldBaseUrl,
  meldUrl,
  onrampFeePercent,
  paymentMethodLimits,
} from './onrampDefaults.js'
export type { Output } from './output.js'
export { paths } from './paths.js'
export {
  type Money,
  OnrampOptionsReply,
  type OnrampProvider,
  OnrampQuoteBody,
  OnrampQuoteReply,
  OnrampUrlBody,
  OnrampUrlReply,
  type PayExchange,
  PayExchangesParams,
  PayExchangesResult,
  PaymentCurrency,
  type PayStatus,
  PayStatusParams,
  PayStatusResult,
  PayUrlParams,
  PayUrlResult,
  PurchaseCurrency,
  type PurchaseNetwork,
  payMethods,
  payStatuses,
} from './payments.js'
export { Fungible, PriceBody, PriceReply } from './price.js'
export {
  AllowedOriginsReply,
  AnalyticsConfigReply,
  CommonQuery,
  ErrorBody,
  isOriginAllowed,
  SupportedChainsReply,
} from './project.js'
export { KIT_VERSION, SDK_TYPE, sdkVersion } from './sdk.js'
export {
  type ArgumentCondition,
  SessionActivation,
  SessionGrantReply,
  SessionGrantRequest,
  SessionKey,
  SessionPermission,
  SessionRevocation,
  type SessionRevocationParameters,
  SessionRevocationReply,
  SmartSession,
  SmartSessionsReply,
  sessionRevocation,
} from './smartSession.js'
export {
  AllowanceQuery,
  AllowanceReply,
  ApprovalQuery,
  ApprovalReply,
  GasPriceQuery,
  GasPriceReply,
  type SwapFee,
  SwapQuote,
  SwapQuotesQuery,
  SwapQuotesReply,
  SwapToken,
  SwapTokensQuery,
  SwapTokensReply,
  SwapTransactionBody,
  SwapTransactionReply,
  suggestedSwapTokens,
  swapFeeBps,
  swapGasLimit,
  swapNetworks,
  swapSlippagePercent,
} from './swap.js'
export {
  HistoryQuery,
  HistoryReply,
  type NftMedium,
  Transaction,
  type TransactionStatus,
  Transfer,
  transactionStatuses,
} from './transaction.js'
export {
  coreBuild,
  coreBuildExcludes,
  type InjectedWallet,
  Wallet,
  type WalletButtonName,
  WalletsQuery,
  WalletsReply,
  walletButtonIds,
  walletEntries,
} from './wallet.js'
