/** A token that the wallet can name in what it is asked to sign. */
export interface WalletToken {
  readonly symbol: string
  readonly decimals: number
  readonly address: string
}

/** A network that the wallet reaches by JSON-RPC. */
export interface WalletNetwork {
  /** CAIP-2. */
  readonly chainId: string
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
  readonly rpcUrl: string
  readonly tokens: readonly WalletToken[]
}

/** What the page is told by whoever serves it. */
export interface WalletSettings {
  /** Where wallets and applications meet. */
  readonly relay: string
  /** In whose name the relay is asked. */
  readonly projectId: string
  readonly networks: readonly WalletNetwork[]
  /** A phrase that everybody knows, whose accounts have coins on the local chains; without it none is offered. */
  readonly knownPhrase?: string | undefined
}
