import type { NetworkId } from '../chain/ids.js'
import type { ListedWallet } from '../connector/listedWallet.js'

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
