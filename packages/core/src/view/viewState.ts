import type { GivenApproval, RevocationRound } from '../approvals/openApproval.js'
import type { NetworkId } from '../chain/ids.js'
import type { NonEmpty } from '../connector/connector.js'
import type { ReplacementKind } from '../connector/family.js'
import type { Nft } from '../nfts/nft.js'
import type { SendAsset } from '../send/form.js'
import type { ListedWallet, WalletPlatform } from '../wallets/listedWallet.js'
import type { OnrampProvider } from '../wire/payments.js'

/** Which way a view comes in [S2.21]. */
export type Direction = 'next' | 'prev'

export interface ViewState {
  readonly open: boolean
  /** Oldest first; the last is shown [S2.22]. */
  readonly history: NonEmpty<Route>
  readonly direction: Direction
  /** A refused closing shows as a shake [S4.20]; the number distinguishes one shake from the next. */
  readonly shakes: number
  /** The way to the wallet that the visitor chose in the shown view. */
  readonly platform?: WalletPlatform | undefined
  /** Something that the visitor must wait for is under way [S4.20]. */
  readonly loading: boolean
}

/** The modal as it is before it was ever opened. */
export const closedView: ViewState = {
  open: false,
  history: [{ view: 'Connect' }],
  direction: 'next',
  shakes: 0,
  loading: false,
}

/** A view that needs nothing. */
export type NoParams = Readonly<Record<never, never>>

/** The parameters of each view of the modal. A view that isn't listed can't be opened; one opened without what it needs doesn't compile. */
export interface ViewParams {
  Connect: NoParams
  ConnectingExternal: { readonly connectorId: string }
  /** A wallet of several chains, by any of the connectors that reach it. */
  ConnectingMultiChain: { readonly connectorId: string }
  Account: NoParams
  SwitchAddress: NoParams
  Networks: NoParams
  SwitchNetwork: { readonly networkId: NetworkId }
  SwitchActiveChain: { readonly networkId: NetworkId }
  /** With a reason it is a feature that the network doesn't have, and not the application: the visitor may leave. */
  UnsupportedChain: {
    readonly reason?: 'swap' | undefined
    /** Those that have the feature; all by default. */
    readonly networks?: readonly NetworkId[] | undefined
  }
  WhatIsAWallet: NoParams
  WhatIsANetwork: NoParams
  GetWallet: NoParams
  Downloads: { readonly wallet: ListedWallet }
  AllWallets: NoParams
  Transactions: NoParams
  /** Speeds a pending transaction up, or cancels it. */
  ReplaceTransaction: { readonly networkId: NetworkId; readonly hash: string; readonly kind: ReplacementKind }
  /** Without a wallet it is a code that any can scan. */
  ConnectingWalletConnect: { readonly wallet?: ListedWallet | undefined }
  ConnectingWalletConnectBasic: NoParams
  /** All NFTs of the account, by themselves. */
  Nfts: NoParams
  Nft: { readonly nft: Nft }
  Approvals: NoParams
  /** Where one of the account's approvals is taken back; in a round the next one follows. */
  RevokeApproval: GivenApproval & { readonly round?: RevocationRound | undefined }
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
  /** The tokens by their symbols. */
  Swap: {
    readonly amount?: string | undefined
    readonly fromToken?: string | undefined
    readonly toToken?: string | undefined
  }
  SwapSelectToken: { readonly target: 'sourceToken' | 'toToken' }
  SwapPreview: NoParams
  /** What became of a transaction that was sent here. */
  Receipt: {
    readonly networkId: NetworkId
    readonly hash: string
    /** Which of the kit's own acts it is. */
    readonly kind: 'send' | 'swap' | 'revoke'
    /** The recipient's name, or what was revoked. */
    readonly name?: string | undefined
  }
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
  ChooseAccountName: NoParams
  RegisterAccountName: NoParams
  RegisterAccountNameSuccess: {
    /** With its zone. */
    readonly name: string
  }
  /** Signing in with the connected account, by a message that it signs. */
  SIWXSignMessage: NoParams
  /** The same, by its older name. */
  ConnectingSiwe: NoParams
  Pay: NoParams
  PayLoading: {
    /** The head says that it is paid. */
    readonly isCompleted?: boolean | undefined
  }
}

export type ViewName = keyof ViewParams

/** One view with its parameters: an entry of the router's history. */
export type Route = { [Name in ViewName]: { readonly view: Name } & ViewParams[Name] }[ViewName]

/** The parameters of one view. */
export type ViewProps<Name extends ViewName> = ViewParams[Name]

/** The view that is shown. */
export function currentRoute({ history }: Pick<ViewState, 'history'>): Route {
  return history[history.length - 1] ?? history[0]
}

/** Who wants to close: the visitor by the button, a press outside or the Escape key; or the host's code. */
export type CloseReason = 'close-button' | 'backdrop' | 'escape' | 'host'
