import type { NetworkId } from '../chain/ids.js'
import type { ListedWallet } from '../wallets/listedWallet.js'

/** A view that needs nothing. */
export type NoParams = Readonly<Record<never, never>>

/** What each view of the modal must be told. A view that isn't listed can't be opened; one opened without what it needs doesn't compile. */
export interface ViewParams {
  Connect: NoParams
  ConnectingExternal: { readonly connectorId: string }
  Account: NoParams
  Networks: NoParams
  SwitchNetwork: { readonly networkId: NetworkId }
  SwitchActiveChain: { readonly networkId: NetworkId }
  UnsupportedChain: NoParams
  WhatIsAWallet: NoParams
  WhatIsANetwork: NoParams
  GetWallet: NoParams
  Downloads: { readonly wallet: ListedWallet }
  AllWallets: NoParams
  /** Without a wallet it is a code that any can scan. */
  ConnectingWalletConnect: { readonly wallet?: ListedWallet | undefined }
  ConnectingWalletConnectBasic: NoParams
}

export type ViewName = keyof ViewParams

/** One view with its parameters: an entry of the router's history. */
export type Route = { [Name in ViewName]: { readonly view: Name } & ViewParams[Name] }[ViewName]

/** The parameters of one view. */
export type ViewProps<Name extends ViewName> = ViewParams[Name]
