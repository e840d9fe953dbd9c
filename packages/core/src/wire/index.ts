/** What the kit and its server say to each other: schemas and constants, for both sides. */
export { Balance, BalanceQuery, BalanceReply, IdentityQuery, IdentityReply } from './account.js'
export {
  ApprovalsQuery,
  ApprovalsReply,
  type CollectionApproval,
  type NftApproval,
  OpenApproval,
  type TokenApproval,
} from './approvals.js'
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
export { nativeTokens } from './nativeTokens.js'
export { HeldNft, type NftStandard, NftsQuery, NftsReply, nftStandards } from './nfts.js'
export {
  type Money,
  OnrampOptionsReply,
  type OnrampProvider,
  OnrampQuoteBody,
  OnrampQuoteReply,
  OnrampUrlBody,
  OnrampUrlReply,
  PaymentCurrency,
  PurchaseCurrency,
  type PurchaseNetwork,
} from './onramp.js'
export {
  coinbaseNetworks,
  defaultPaymentCurrencies,
  defaultPurchaseCurrencies,
  meldBaseUrl,
  meldUrl,
  onrampFeePercent,
  paymentMethodLimits,
} from './onrampDefaults.js'
export { paths } from './paths.js'
export {
  type PayExchange,
  PayExchangesParams,
  PayExchangesResult,
  type PayStatus,
  PayStatusParams,
  PayStatusResult,
  PayUrlParams,
  PayUrlResult,
  payMethods,
  payStatuses,
} from './pay.js'
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
} from './swap.js'
export {
  suggestedSwapTokens,
  swapFeeBps,
  swapGasLimit,
  swapNetworks,
  swapSlippagePercent,
} from './swapConstants.js'
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
  WalletsQuery,
  WalletsReply,
  walletEntries,
} from './wallet.js'
export { type WalletButtonName, walletButtonIds } from './walletButtonIds.js'
