import type { NetworkId } from '../chain/ids.js'
import type { Asset } from '../connector/family.js'
import type { ListedWallet } from '../connector/listedWallet.js'
import type { HeldNft, OpenApproval } from '../wire/account.js'

/** The parameters of a view that needs none. */
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
  /** The beginning of the modal. */
  Connect: NoParams

  // Connecting, changing the network, and what is connected.
  ConnectingExternal: { readonly connectorId: string }
  /** A wallet of several chains, by any of the connectors that reach it. */
  ConnectingMultiChain: { readonly connectorId: string }
  /** Without a wallet it is a code that any can scan. */
  ConnectingWalletConnect: { readonly wallet?: ListedWallet | undefined }
  ConnectingWalletConnectBasic: NoParams
  /** Every wallet of the directory. */
  AllWallets: NoParams
  WhatIsAWallet: NoParams
  GetWallet: NoParams
  Downloads: { readonly wallet: ListedWallet }
  Account: NoParams
  /** The account of a login: whose it is, where it is, and the way out. */
  AccountSettings: NoParams
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

  /** The outcome of a transaction that was sent here. */
  Receipt: {
    readonly networkId: NetworkId
    readonly hash: string
    /** Which of the kit's own acts it is. */
    readonly kind: 'send' | 'swap' | 'revoke'
    /** The recipient's name, or what was revoked. */
    readonly name?: string | undefined
  }
}

export type ViewName = keyof ViewParams

/** The parameters of one view. */
export type ViewProps<Name extends ViewName> = ViewParams[Name]

// What views are opened with: an account's NFT, an approval that it has given, what it is to send.

/** An NFT of the account. Its texts are a stranger's. */
export interface Nft extends HeldNft {
  readonly networkId: NetworkId
}

/** An approval, and whose it is. */
export interface GivenApproval {
  /** The approval itself. */
  readonly approval: OpenApproval
  /** The network that it stands on. */
  readonly networkId: NetworkId
  /** The account that gave it. */
  readonly account: string
}

/** A round through several approvals, of which each is shown, and signed, by itself. */
export interface RevocationRound {
  /** Those that come after the one that is shown. */
  readonly following: readonly GivenApproval[]
  /** The number of approvals in all. */
  readonly count: number
}

/** An asset to send: an NFT comes with its name, picture and balance, as its list has them. */
export type SendAsset =
  | Exclude<Asset, { readonly type: 'nft' }>
  | (Extract<Asset, { readonly type: 'nft' }> & {
      readonly name?: string | undefined
      readonly imageUrl?: string | undefined
      /** The account's balance of it, where its standard counts them: a whole number as text. */
      readonly balance?: string | undefined
    })
