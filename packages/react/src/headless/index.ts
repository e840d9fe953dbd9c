'use client'

/** The kit's hooks without its modal: what a host calls to draw connecting, accounts and networks itself. */
export { HeadlessProvider, type HeadlessProviderProps } from '../kit.js'
export {
  type Accounts,
  type Balance,
  type Disconnect,
  type OfFamily,
  useAccounts,
  useBalance,
  useDisconnect,
} from './account.js'
export { type AccountChoice, type AccountChoices, useAccountChoices } from './accountChoices.js'
export { type AccountName, type NameTrouble, useAccountName } from './accountName.js'
export { type Activity, type ActivityGroup, type ActivityLine, type PendingLine, useActivity } from './activity.js'
export { type Approvals, type ShownApproval, useApprovals } from './approvals.js'
export { type Connecting, type ConnectingPhase, useConnecting } from './connecting.js'
export { type ConnectAttemptView, type ConnectChoice, type ConnectRows, useConnectRows } from './connectRows.js'
export {
  type AvailableExchanges,
  type AvailableExchangesOptions,
  type ExchangeBuyStatus,
  type ExchangeBuyStatusOptions,
  useAvailableExchanges,
  useExchangeBuyStatus,
} from './exchanges.js'
export { type Identity, useIdentity, useNameOffered } from './identity.js'
export { type NetworkRow, type SwitchingPhase, type SwitchNetwork, useNetworks, useSwitchNetwork } from './networks.js'
export { type Nfts, type ShownNft, useNfts } from './nfts.js'
export {
  type Onramp,
  type OnrampQuote,
  type Purchases,
  useOnramp,
  useOnrampQuote,
  usePurchase,
  usePurchases,
} from './onramp.js'
export { type Pairing, type PairingPhase, usePairing } from './pairing.js'
export { type Pay, type PayOptions, type PayPhase, usePay } from './pay.js'
export { type PaymentForm, type ReceivableToken, type Receive, useReceive } from './receive.js'
export { type Revocation, useRevocation } from './revocation.js'
export type { Say } from './say.js'
export { type Send, type ShownFee, useSend } from './send.js'
export { type SendTokens, useSendTokens } from './sendTokens.js'
export { useSentences } from './sentences.js'
export { type SignIn, useSignIn } from './signIn.js'
export { type Swap, type SwapDetailsView, type SwapSideView, useSwap } from './swap.js'
export { type HeldToken, type Tokens, useTokens } from './tokens.js'
export {
  type ReplacementTerms,
  type ReplaceTransaction,
  type ReplaceTransactionOptions,
  type Transactions,
  useReplaceTransaction,
  useTransactions,
} from './transactions.js'
export { useWalletChains, type WalletChainChoice, type WalletChains } from './walletChains.js'
export { useWalletFeatures } from './walletFeatures.js'
export type { KnownWallet } from './walletNames.js'
export { useWallets, type WalletList, type WalletQuestion } from './wallets.js'
