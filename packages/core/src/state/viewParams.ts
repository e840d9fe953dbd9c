import type { NetworkId } from '../chain/ids.js'
import type { ReplacementKind } from '../connector/family.js'
import type { ListedWallet } from '../connector/listedWallet.js'
import type { SocialProvider } from '../connector/steps.js'
import { keysOf } from '../store/keysOf.js'
import type { OnrampProvider } from '../wire/payments.js'
import type { AttemptId } from './attempt.js'
import type { GivenApproval, Nft, RevocationRound, SendAsset } from './viewSubjects.js'

/** What a view takes that needs nothing. */
export type NoParams = Readonly<Record<never, never>>

/**
 * The views of the modal, with the parameters of each; a package adds its own by declaration. A view that isn't there can't be opened; one opened without
 * what it needs doesn't compile.
 *
 * @example
 * declare module '@foyer/core' {
 *   interface ViewParams { Receipts: { readonly year?: number | undefined } }
 * }
 */
export interface ViewParams {
  /** What the modal begins with. */
  Connect: NoParams

  // Connecting, changing the network, and what is connected.
  ConnectingExternal: { readonly connectorId: string }
  /** A wallet of several chains, by any of the connectors that reach it. */
  ConnectingMultiChain: { readonly connectorId: string }
  /** Without a wallet it is a code that any can scan. */
  ConnectingWalletConnect: { readonly wallet?: ListedWallet | undefined }
  ConnectingWalletConnectBasic: NoParams
  AllWallets: NoParams
  WhatIsAWallet: NoParams
  GetWallet: NoParams
  Downloads: { readonly wallet: ListedWallet }
  Account: NoParams
  SwitchAddress: NoParams
  Networks: NoParams
  WhatIsANetwork: NoParams
  SwitchNetwork: { readonly networkId: NetworkId }
  SwitchActiveChain: { readonly networkId: NetworkId }
  /** With a reason it is a feature that the network doesn't have, and not the application: the visitor may leave. */
  UnsupportedChain: {
    readonly reason?: 'swap' | undefined
    /** Those that have the feature; all by default. */
    readonly networks?: readonly NetworkId[] | undefined
  }

  // Logging in, and what stands beside it.
  /** Logging in by e-mail alone. */
  EmailLogin: NoParams
  /** A wallet for who has none: by a login, or one to be had elsewhere. */
  Create: NoParams
  /** Every social account that there is to log in with. */
  ConnectSocials: NoParams
  /** The wallets, where they wait behind one button. */
  ConnectWallets: NoParams
  /** A link was sent, by which the visitor lets this device in. */
  EmailVerifyDevice: { readonly email: string }
  /** A code was sent, and is to be typed in. */
  EmailVerifyOtp: { readonly email: string }
  /** Another address for a login by e-mail. */
  UpdateEmailWallet: NoParams
  /** A code was sent to the address that it has. */
  UpdateEmailPrimaryOtp: { readonly email: string }
  /** A code was sent to the new one, and then a link to each. */
  UpdateEmailSecondaryOtp: { readonly email: string }
  /** Why a login's wallet is secured, and where. */
  UpgradeEmailWallet: NoParams
  /** The provider has a window of its own. */
  ConnectingSocial: { readonly provider: SocialProvider }
  /** Farcaster's application on a telephone is led to by a code, or by a link. */
  ConnectingFarcaster: NoParams
  /** The account of a login: whose it is, where it is, and the way out. */
  AccountSettings: NoParams
  /** A login's wallet shows a surface of its own over the card. */
  ApproveTransaction: NoParams

  // Signing in.
  /** Signing in with the connected account, by a message that it signs. */
  SIWXSignMessage: NoParams
  /** The same, by its older name. */
  ConnectingSiwe: NoParams

  // Before a wallet is asked for what the host's own code wants.
  /** What a running attempt is about to ask the wallet for, in words. */
  Preview: { readonly attemptId: AttemptId }

  // What an account has done.
  Transactions: NoParams
  /** Speeds a pending transaction up, or cancels it. */
  ReplaceTransaction: { readonly networkId: NetworkId; readonly hash: string; readonly kind: ReplacementKind }
  /** What became of a transaction that was sent here. */
  Receipt: {
    readonly networkId: NetworkId
    readonly hash: string
    /** Which of the kit's own acts it is. */
    readonly kind: 'send' | 'swap' | 'revoke'
    /** The recipient's name, or what was revoked. */
    readonly name?: string | undefined
  }

  // Sending.
  /** What is given is filled in when the view is entered; else the form is as it was left. */
  WalletSend: {
    readonly asset?: SendAsset | undefined
    /** In whole tokens, as a visitor would type it. */
    readonly amount?: string | undefined
    /** An address, a name or a payment link. */
    readonly to?: string | undefined
  }
  WalletSendSelectToken: NoParams
  WalletSendPreview: NoParams

  // Swapping.
  /** The tokens by their symbols. */
  Swap: {
    readonly amount?: string | undefined
    readonly fromToken?: string | undefined
    readonly toToken?: string | undefined
  }
  SwapSelectToken: { readonly target: 'sourceToken' | 'toToken' }
  SwapPreview: NoParams

  // Receiving and buying.
  WalletReceive: NoParams
  WalletCompatibleNetworks: NoParams
  OnRampProviders: NoParams
  /** What will be bought from a provider, before its page opens. */
  OnRampReview: { readonly provider: OnrampProvider }
  BuyInProgress: NoParams
  OnRampActivity: NoParams
  OnRampTokenSelect: NoParams
  OnRampFiatSelect: NoParams
  WhatIsABuy: NoParams

  // Paying.
  Pay: NoParams
  PayLoading: {
    /** The head says that it is paid. */
    readonly isCompleted?: boolean | undefined
  }

  // NFTs.
  /** All NFTs of the account, by themselves. */
  Nfts: NoParams
  Nft: { readonly nft: Nft }

  // Approvals.
  Approvals: NoParams
  /** Where one of the account's approvals is taken back; in a round the next one follows. */
  RevokeApproval: GivenApproval & { readonly round?: RevocationRound | undefined }

  // Permissions to act for the account.
  /** What the account lets applications do without asking it. */
  SmartSessionList: NoParams
  /** What was just granted, by its contexts. */
  SmartSessionCreated: { readonly contexts: readonly string[] }

  // An account gets its name.
  ChooseAccountName: NoParams
  RegisterAccountName: NoParams
  RegisterAccountNameSuccess: {
    /** With its zone. */
    readonly name: string
  }
}

export type ViewName = keyof ViewParams

/** The parameters of one view. */
export type ViewProps<Name extends ViewName> = ViewParams[Name]

/** The views that come with a feature, each in its chunk; the others are the common ones. */
const featureViews = {
  login: [
    'Connect',
    'Create',
    'ConnectWallets',
    'ConnectSocials',
    'EmailLogin',
    'EmailVerifyDevice',
    'EmailVerifyOtp',
    'ConnectingSocial',
    'ConnectingFarcaster',
    'ApproveTransaction',
  ],
  email: ['UpdateEmailWallet', 'UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp', 'UpgradeEmailWallet'],
  directory: ['AllWallets'],
  signIn: ['SIWXSignMessage', 'ConnectingSiwe'],
  preview: ['Preview'],
  activity: ['Transactions', 'ReplaceTransaction'],
  send: ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview'],
  swap: ['Swap', 'SwapSelectToken', 'SwapPreview'],
  receive: ['WalletReceive', 'WalletCompatibleNetworks'],
  onramp: [
    'OnRampProviders',
    'OnRampReview',
    'BuyInProgress',
    'OnRampActivity',
    'OnRampTokenSelect',
    'OnRampFiatSelect',
    'WhatIsABuy',
  ],
  pay: ['Pay', 'PayLoading'],
  nfts: ['Nfts', 'Nft', 'Approvals', 'RevokeApproval'],
  smartSessions: ['SmartSessionList', 'SmartSessionCreated'],
  names: ['ChooseAccountName', 'RegisterAccountName', 'RegisterAccountNameSuccess'],
} as const satisfies Readonly<Record<string, readonly ViewName[]>>

/** A feature with views of its own. */
export type ViewFeature = keyof typeof featureViews

/** The feature that a view comes with; undefined for a common one, and for one of a package. */
export function featureOf(view: ViewName): ViewFeature | undefined {
  return keysOf(featureViews).find((feature) => featureViews[feature].some((name) => name === view))
}
