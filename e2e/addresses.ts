export interface ChainAddress {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly tokens: readonly { readonly symbol: string; readonly address: `0x${string}` }[]
  /** What swaps, and is approved to. */
  readonly router: `0x${string}`
  /** The code of accounts that carry out several calls as one, on the first chain alone. */
  readonly delegation?: { readonly delegate: `0x${string}` } | undefined
}

export interface SolanaAddress {
  readonly caipNetworkId: `solana:${string}`
  readonly name: string
  readonly url: string
  readonly tokens: readonly { readonly symbol: string; readonly address: string; readonly decimals: number }[]
}

export interface Addresses {
  /** The demo's origin. */
  readonly demo: string
  /** The origin of the page that hands its kits to the tests. */
  readonly host: string
  readonly server: string
  /** Where pages and wallets meet. */
  readonly relay: string
  /** With it one signs in at the server's `/admin`. */
  readonly adminToken: string
  /** Where cards are taken. */
  readonly desk: string
  /** Where payments are made from an account. */
  readonly exchange: string
  /** The origin of a WalletConnect wallet in a page. */
  readonly sampleWallet: string
  /** The origin of the embedded wallet's page. */
  readonly wallet: string
  /** Where every mail of the stack is read. */
  readonly mailbox: string
  /** What stands for the providers of accounts. */
  readonly socials: string
  /** What stands for Farcaster's relay and a telephone. */
  readonly farcaster: string
  readonly chains: readonly [ChainAddress, ChainAddress]
  readonly solana: SolanaAddress
  /** The Bitcoin ledger, by Esplora's paths. */
  readonly bitcoin: { readonly caipNetworkId: `bip122:${string}`; readonly name: string; readonly url: string }
  /** The stand-in for a node of Cosmos, by CometBFT's JSON-RPC. */
  readonly cosmos: {
    readonly caipNetworkId: `cosmos:${string}`
    readonly name: string
    readonly url: string
    readonly prefix: string
    readonly denom: string
    readonly gasPrice: string
  }
  /** MultiversX's own simulator, as a gateway. */
  readonly multiversx: { readonly caipNetworkId: `mvx:${string}`; readonly name: string; readonly url: string }
  /** The stand-in for a node of NEAR, by its JSON-RPC. */
  readonly near: { readonly caipNetworkId: `near:${string}`; readonly name: string; readonly url: string }
  /** The stand-in for a node of Polkadot, by Substrate's JSON-RPC. */
  readonly polkadot: { readonly caipNetworkId: `polkadot:${string}`; readonly name: string; readonly url: string }
  /** The stand-in for a node of Algorand, by algod's paths. */
  readonly algorand: {
    readonly caipNetworkId: `algorand:${string}`
    readonly name: string
    readonly url: string
    /** base64 */
    readonly genesisHash: string
  }
  /** The local ledger of Cardano, by Koios's paths. */
  readonly cardano: { readonly caipNetworkId: `cip34:${string}`; readonly name: string; readonly url: string }
  /** The stand-in for a node of Tezos, by octez's paths. */
  readonly tezos: { readonly caipNetworkId: `tezos:${string}`; readonly name: string; readonly url: string }
}

/** Where the local stack of this run is. */
export function addresses(): Addresses {
  return JSON.parse(process.env.FOYER_LOCAL ?? 'null')
}
