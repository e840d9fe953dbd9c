/** A chain as `startLocal` says it, for servers that read it. */
export interface ServedChain {
  readonly url: string
}

export interface ServicesParameters {
  /** The port of each of {@link servicePorts}, as `withPorts` holds them. */
  readonly portOf: (name: string) => number
  readonly take: (name: string) => Promise<number>
  /** Where their data is kept. */
  readonly directory: string
  readonly chains: readonly ServedChain[]
  readonly solana: ServedChain
  readonly bitcoin: ServedChain
  /** Left out where the server does without. */
  readonly cosmos?: ServedChain | undefined
  readonly near?: ServedChain | undefined
  readonly polkadot?: ServedChain | undefined
  readonly multiversx?: ServedChain | undefined
  readonly algorand?: ServedChain | undefined
  readonly cardano?: ServedChain | undefined
  readonly tezos?: ServedChain | undefined
  /** The origin of the sample wallet, where there is one. */
  readonly sampleWallet?: string | undefined
  /** Who sells at the server, in the words of its configuration. */
  readonly sellers?: object | undefined
  /** The machine's own unless said: of the server and of the keeper. */
  readonly clock?: { now(): number; setTimeout(callback: () => void, ms: number): () => void } | undefined
  /** takes all that they log, in place of warnings on the standard output */
  readonly logTo?: { write(line: string): void } | undefined
  /** Each that was started adds here what stops it, so that a failure of the next leaves none behind. */
  readonly stops: (() => Promise<unknown>)[]
}

export const servicePorts: readonly string[]

/** Where the game of the journeys is, once they have brought it: by the create2 deployer, with a salt of zeros. */
export const gameAddress: `0x${string}`
export const ownGameAddress: `0x${string}`

/** Starts the server, the keeper, the mailbox, the embedded wallet's page and the demo. */
export function startServices(parameters: ServicesParameters): Promise<{
  readonly demo: string
  readonly server: string
  readonly relay: string
  readonly adminToken: string
  readonly wallet: string
  readonly mailbox: string
  readonly socials: string
  readonly farcaster: string
  /** Stops one of them before the others, once. */
  readonly stop: { readonly server: () => Promise<void>; readonly keeper: () => Promise<void> }
}>
