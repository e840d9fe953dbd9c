/** A local chain, with what was put on it. */
export interface LocalChain {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly tokens: readonly {
    readonly symbol: string
    readonly name: string
    readonly decimals: number
    readonly address: string
  }[]
  readonly router: string
  readonly weth: string
}

export interface LocalAddresses {
  /** The demo's origin. */
  readonly demo: string
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
  readonly farcaster: string
  readonly chains: readonly LocalChain[]
  readonly cosmos: {
    readonly caipNetworkId: `cosmos:${string}`
    readonly prefix: string
    readonly denom: string
    readonly gasPrice: string
  }
  readonly near: { readonly caipNetworkId: `near:${string}`; readonly url: string }
  readonly polkadot: { readonly caipNetworkId: `polkadot:${string}` }
  /** Where this machine can run it. */
  readonly multiversx?: { readonly caipNetworkId: `mvx:${string}` } | undefined
  readonly algorand: { readonly caipNetworkId: `algorand:${string}`; readonly url: string }
  readonly cardano: { readonly caipNetworkId: `cip34:${string}`; readonly url: string }
  readonly tezos: { readonly caipNetworkId: `tezos:${string}`; readonly url: string }
}

export interface LocalPorts {
  readonly demo: number
  readonly server: number
  readonly desk: number
  readonly exchange: number
  readonly sampleWallet: number
  readonly bitcoin: number
  readonly wallet: number
  readonly mailbox: number
  readonly smtp: number
  readonly keeper: number
  readonly socials: number
  readonly farcaster: number
  readonly cosmos: number
  readonly near: number
  readonly polkadot: number
  readonly multiversx: number
  readonly algorand: number
  readonly cardano: number
  readonly tezos: number
  readonly 31337: number
  readonly 31338: number
  readonly solana: number
}

export interface LocalParameters {
  /** Where its data is kept. */
  readonly directory: string
  /** The ports that are liked; free ones unless said. */
  readonly ports?: Partial<LocalPorts> | undefined
  /** Called for each that is given another than it likes. */
  readonly onMoved?: ((moved: { name: string; liked: number; port: number }) => void) | undefined
  /** Forgets the data of the last time. */
  readonly reset?: boolean | undefined
  readonly log?: ((line: string) => void) | undefined
  /** The machine's own unless said: of the server and of the keeper. */
  readonly clock?: { now(): number; setTimeout(callback: () => void, ms: number): () => void } | undefined
  /** takes all that the server logs, in place of warnings on the standard output */
  readonly logTo?: { write(line: string): void } | undefined
}

/** The addresses that `npm start` likes to have. */
export const usualPorts: LocalPorts

/** Starts chains, server and demo; what was started is stopped again where one of them fails. */
export function startLocal(
  parameters: LocalParameters,
): Promise<LocalAddresses & { readonly stop: () => Promise<void> }>
