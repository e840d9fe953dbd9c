import type { Family, NetworkId } from '../chain/ids.js'
import type { Clock } from '../clock/clock.js'
import type { Metadata } from '../config/options.js'
import type { Network } from '../networks/network.js'
import type { RpcUrlsParameters } from '../networks/rpcUrls.js'
import type { KeyValueStorage } from '../storage/persistence.js'

/**
 * How a connector came to be [S3.3]. `WALLET_CONNECT` reaches wallets elsewhere by a pairing, `INJECTED` and `ANNOUNCED` are in the page,
 * `EXTERNAL` is brought by code, `MULTI_CHAIN` spans families.
 */
export type ConnectorType = 'WALLET_CONNECT' | 'MULTI_CHAIN' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'

/** What kind of account an address is [S3.5]. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'

/** An account of a connected wallet [S3.5]. */
export interface Account {
  readonly namespace: Family
  /** In the family's own form; eip155 as the wallet gave it. */
  readonly address: string
  readonly type: AccountType
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
}

/** At least one. */
export type NonEmpty<T> = readonly [T, ...(readonly T[])]

/** An EIP-1193 provider, as far as the kit relies on it. */
export interface Eip1193Provider {
  request(args: {
    readonly method: string
    readonly params?: readonly unknown[] | object | undefined
  }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** The provider that each family's wallets have, in that family's own standard. A family's issue adds its line. */
export interface FamilyProviders {
  eip155: Eip1193Provider
}

/** What a live connection says on its own account. */
export type WalletEvent =
  | { readonly type: 'accountsChanged'; readonly family: Family; readonly accounts: readonly Account[] }
  | { readonly type: 'networkChanged'; readonly family: Family; readonly networkId: NetworkId }
  /** The wallet agreed to other networks than before [S3.11]. */
  | { readonly type: 'networksApproved'; readonly networks: readonly NetworkId[] }
  | { readonly type: 'disconnected'; readonly family?: Family | undefined }
  /** Another page has ended it, and connected anew: what there is instead can be restored. */
  | { readonly type: 'replaced' }

/** The wallet at the other end, where the connector is only the way to it. Its own words: shown with care. */
export interface PeerWallet {
  readonly name: string
  /** An `https` address or a data URI; only ever shown in an `img`. */
  readonly icon?: string | undefined
}

/** Carries a family's requests to the wallet, for the adapters of families whose wallets have no provider in the page. */
export interface RequestChannel {
  /** Whether the wallet agreed to take the method on the network. */
  takes(request: { readonly networkId: NetworkId; readonly method: string }): boolean
  /**
   * @returns the wallet's answer as it came; who names the method parses it
   * @throws UserRejectedError · UnsupportedMethodError · RequestTimeoutError · ProviderDisconnectedError · WalletError
   */
  request(request: {
    readonly networkId: NetworkId
    readonly method: string
    readonly params: unknown
    readonly signal?: AbortSignal | undefined
  }): Promise<unknown>
}

/** A live session with a wallet. Held beside the store, never in it. */
export interface LiveConnection {
  readonly accounts: NonEmpty<Account>
  /** The network that the wallet is on, by family; it may be one that isn't configured. */
  readonly networks: Partial<Readonly<Record<Family, NetworkId>>>
  /** The networks the wallet agreed to; undefined where it takes any. */
  readonly approvedNetworks?: readonly NetworkId[] | undefined
  readonly providers: Partial<FamilyProviders>
  readonly wallet?: PeerWallet | undefined
  readonly channel?: RequestChannel | undefined
  /** Calls back for what the wallet does by itself. @returns removes the listener */
  listen(listener: (event: WalletEvent) => void): () => void
  /**
   * Asks the wallet to go to a network, adding it where the wallet doesn't know it.
   * @throws UserRejectedError · ChainNotSupportedError
   */
  switchNetwork(request: { readonly network: Network; readonly signal: AbortSignal }): Promise<void>
  /** Ends the session at the wallet, as far as the wallet can. Never prompts. */
  disconnect(): Promise<void>
  /**
   * Ends what the wallet keeps for this connection alone, and tells other pages that have it `replaced`. Called once a `connect` of this page has put
   * others in its place in all of its families; nobody waits for it. Left out where a wallet keeps no more than its consent to the page, as one in the
   * page does: changing to another wallet takes nothing back.
   */
  readonly release?: (() => Promise<void>) | undefined
}

/** The wallet that a visitor means to reach where the connector is only the way to it. Plain data. */
export interface PickedWallet {
  /** Its id in the directory, or the one the host gave it. */
  readonly id: string
  readonly name: string
  /** An `https` address or a data URI; only ever shown in an `img`. */
  readonly icon?: string | undefined
  /** The id of its picture in the directory. */
  readonly imageId?: string | undefined
  readonly rdns?: string | undefined
  /**
   * The link by which this device opened it, without what was handed over: `metamask://`. Undefined where none was opened, as with a QR code:
   * then the wallet may be on another device, and requests open nothing.
   */
  readonly href?: string | undefined
}

/** A pairing URI that waits for a wallet to scan or open it. Whoever has it reads the proposal: it is never sent, logged or stored. */
export interface PairingOffer {
  readonly uri: string
  /** ms since 1970. It is offered until 3:50 after this [S9.1 S9.2]. */
  readonly madeAt: number
}

export interface ConnectRequest {
  /** The network that the dapp would like; a wallet may answer with another. */
  readonly network?: Network | undefined
  readonly signal: AbortSignal
  /** The kit that asks. The same object for every request of one kit. */
  readonly host: ConnectorHost
  /** Tells the visitor of a pairing; a later one takes the place of the former. */
  offer(pairing: PairingOffer): void
  /** The wallet that the visitor picked, as far as is known by now: a pairing may be opened in another one than it was made for. */
  picked(): PickedWallet | undefined
}

/** As {@link ConnectRequest}; nobody is asked, and so nothing is offered. */
export type RestoreRequest = Omit<ConnectRequest, 'offer' | 'picked'>

/** What a connector knows of the kit that asks it. */
export interface ConnectorHost extends AdapterHost {
  readonly projectId: string
  /** Filled in from the page where the host said nothing [S3.9]. */
  readonly metadata: Metadata
  /** The networks that are configured now, of all families. */
  networks(): readonly Network[]
  /** The kit's corner of the browser's storage. Never throws; where there is no storage, what is written is gone. Its keys carry the kit's prefix already. */
  readonly storage: KeyValueStorage
  /** What `stop` of the kit must end. */
  onStop(end: () => void): void
}

/** A way to a wallet: what a visitor picks in the list [S3.2]. */
export interface Connector {
  /** Stable over visits: the rdns of an announced wallet, else a name of its own. */
  readonly id: string
  readonly type: ConnectorType
  readonly name: string
  /** Those that it can serve; a kit uses it for the ones that it has networks of. */
  readonly families: NonEmpty<Family>
  /** A data URI or https address; only ever shown in an `img`. */
  readonly icon?: string | undefined
  /** The id of the wallet's picture in the directory. */
  readonly imageId?: string | undefined
  readonly rdns?: string | undefined
  /** Asks the visitor's consent. */
  connect(request: ConnectRequest): Promise<LiveConnection>
  /** Takes up an earlier session without asking; null where there is none. */
  restore(request: RestoreRequest): Promise<LiveConnection | null>
}

/** What the store knows of a connector: plain data. */
export interface ConnectorEntry {
  readonly id: string
  readonly type: ConnectorType
  readonly name: string
  readonly families: NonEmpty<Family>
  readonly icon?: string | undefined
  readonly imageId?: string | undefined
  readonly rdns?: string | undefined
}

/** What a family's know-how answers; its code comes with the first call. */
export interface FamilyActions {
  /** What an account holds of the network's own coin, in the smallest unit. */
  nativeBalance(request: {
    readonly address: string
    readonly network: Network
    readonly signal?: AbortSignal | undefined
  }): Promise<bigint>
}

/** What an adapter is given when a kit starts. */
export interface AdapterHost {
  /** What decides where a network's JSON-RPC is asked, for `rpcUrlsFor` and `walletRpcUrlsFor` of `@foyer/core/networks`. */
  readonly rpc: Omit<RpcUrlsParameters, 'network'>
  /** Time, as the kit sees it. */
  readonly clock: Clock
  /** Tells the host of an error that no call carries. */
  report(error: unknown): void
  /** `enableEIP6963`: wallets that announce themselves. */
  readonly announced: boolean
  /** `enableInjected`: wallets that only sit in the page. */
  readonly injected: boolean
}

/** The know-how of one chain family. */
export interface Adapter {
  readonly family: Family
  /** Names the adapter in the kit's version string, such as `evm`. */
  readonly type: string
  /** Listens for wallets in the page. @returns stops listening */
  discover?(request: { readonly host: AdapterHost; readonly register: (connector: Connector) => void }): () => void
  /** Loads the family's own code. */
  actions(host: AdapterHost): Promise<FamilyActions>
}
