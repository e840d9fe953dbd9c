'use client'

export type { KnownWallet } from '@foyer/core/internal'
/** The kit's hooks without its modal: what a host calls to draw connecting, accounts and networks itself. */
export { HeadlessProvider, type HeadlessProviderProps } from '../kit.js'
export * from './account.js'
export { type AccountChoice, type AccountChoices, useFoyerAccountChoices } from './accountChoices.js'
export { type AccountName, type NameTrouble, useFoyerAccountName } from './accountName.js'
export { type AccountTypeChoice, useFoyerAccountType } from './accountType.js'
export { type Activity, type ActivityGroup, type ActivityLine, type PendingLine, useFoyerActivity } from './activity.js'
export { type Approvals, type ShownApproval, useFoyerApprovals } from './approvals.js'
export { type Calls, type SendFoyerCalls, useFoyerCalls } from './calls.js'
export { type Connecting, type ConnectingPhase, useFoyerConnecting } from './connecting.js'
export { type ConnectAttemptView, type ConnectChoice, type ConnectRows, useFoyerConnectRows } from './connectRows.js'
export { type EmailUpdate, type EmailUpdatePhase, useFoyerEmailUpdate } from './emailUpdate.js'
export * from './exchanges.js'
export { type Identity, useFoyerIdentity, useFoyerNameOffered } from './identity.js'
export { type Login, type LoginPhase, type LoginWindowState, useFoyerLogin } from './login.js'
export {
  type NetworkRow,
  type SwitchingPhase,
  type SwitchNetwork,
  useFoyerNetworks,
  useFoyerSwitchNetwork,
} from './networks.js'
export { type Nfts, type ShownNft, useFoyerNfts } from './nfts.js'
export * from './onramp.js'
export { type Pairing, type PairingPhase, useFoyerPairing } from './pairing.js'
export { type Pay, type PayOptions, type PayPhase, useFoyerPay } from './pay.js'
export { type Permissions, useFoyerPermissions } from './permissions.js'
export { type AskedPreview, type ReadPreview, useFoyerPreview, useReadPreview } from './preview.js'
export { type PaymentForm, type ReceivableToken, type Receive, useFoyerReceive } from './receive.js'
export { type Revocation, useFoyerRevocation } from './revocation.js'
export type { Say } from './say.js'
export { type Send, type ShownFee, useFoyerSend } from './send.js'
export { type SendTokens, useFoyerSendTokens } from './sendTokens.js'
export { useFoyerSentences } from './sentences.js'
export { type Session, useFoyerSession } from './session.js'
export { type SignIn, useFoyerSignIn } from './signIn.js'
export { type ShownSession, type SmartSessions, useFoyerSmartSessions } from './smartSessions.js'
export { type Swap, type SwapDetailsView, type SwapSideView, useFoyerSwap } from './swap.js'
export { type HeldToken, type Tokens, useFoyerTokens } from './tokens.js'
export {
  type ReplacementTerms,
  type ReplaceTransaction,
  type ReplaceTransactionOptions,
  type Transactions,
  useFoyerReplaceTransaction,
  useFoyerTransactions,
} from './transactions.js'
export { useFoyerWalletChains, type WalletChainChoice, type WalletChains } from './walletChains.js'
export { useFoyerWalletFeatures } from './walletFeatures.js'
export { useFoyerWallets, type WalletList, type WalletQuestion } from './wallets.js'
