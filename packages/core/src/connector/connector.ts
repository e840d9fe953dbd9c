import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { FoyerError } from '../errors/FoyerError.js'
import type { Network } from '../networks/network.js'
import type { RpcHost } from '../rpc/rpcHost.js'
import type { SignedText, SiwxMessage } from '../siwx/siwx.js'
import type { KeyValueStorage } from '../storage/persistence.js'
import type { FamilyActions } from './family.js'
import type {
  AccountType,
  Answer,
  AskingStep,
  AwaitAccounts,
  ConnectorStep,
  LiveConnection,
  LoginMethods,
  LoginRequest,
  NonEmpty,
  RequestChannel,
  Surface,
  SwitchNetworkParameters,
} from './live.js'

export type {
  Account,
  AccountType,
  Answer,
  AskingStep,
  AwaitAccounts,
  ChannelRequestParameters,
  ConnectorStep,
  Eip1193Provider,
  FamilyProviders,
  LiveConnection,
  LoginMethods,
  LoginProfile,
  LoginRequest,
  NonEmpty,
  PairingOffer,
  PeerWallet,
  PreferAccountTypeRequest,
  RequestChannel,
  SocialProvider,
  Surface,
  SwitchNetworkParameters,
  UpdateEmailRequest,
  WalletEvent,
} from './live.js'

/**
 * The kind of a connector [S3.3]. `WALLET_CONNECT` reaches wallets elsewhere by a pairing, `INJECTED` and `ANNOUNCED` are in the page,
 * `EXTERNAL` is brought by code, `MULTI_CHAIN` spans families, `AUTH` is a login whose wallet the operator keeps.
 */
export type ConnectorType = 'WALLET_CONNECT' | 'MULTI_CHAIN' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL' | 'AUTH'

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

/**
 * A sign-in that a wallet may make while it connects, in the place of one of its own afterwards. What comes of it is handed over as
 * `LiveConnection.signedIn`; a wallet that can't leaves it alone.
 */
export interface SignInWhileConnecting {
  /**
   * Builds the message to sign. The account isn't known yet, so its address is empty: the wallet fills in its own.
   * @throws what the host's own code throws
   */
  message(request: { readonly networkId: NetworkId }): Promise<SiwxMessage>
  /** Whether an account has signed a text: asked once all else was found to be as requested. */
  verify(signed: SignedText): Promise<boolean>
}

export interface ConnectRequest {
  /** The network that the dapp would like; a wallet may answer with another. */
  readonly network?: Network | undefined
  /** The network that the dapp would like of each family, for a connector of several. */
  readonly wished?: ((family: Family) => Network | undefined) | undefined
  readonly signal: AbortSignal
  /** The calling kit. The same object for every request of one kit. */
  readonly host: ConnectorHost
  /** Shows the visitor how far it has come: a pairing to scan, where a newer one takes the place of the former. After the end it does nothing. */
  step(step: ConnectorStep): void
  /**
   * Asks the visitor for something, such as a code that was sent; a newer question takes the place of one that waits.
   * @throws AbortedError where the attempt ends first
   */
  ask(step: AskingStep): Promise<Answer>
  /** The wallet that the visitor picked, as far as is known by now: a pairing may be opened in another one than it was made for. */
  picked(): PickedWallet | undefined
  /** The way to log in: one of the connector's `logins`, checked. Undefined where none was chosen. */
  readonly login?: LoginRequest | undefined
  /** Undefined where the dapp doesn't want visitors to sign in. */
  readonly signIn?: SignInWhileConnecting | undefined
}

/** As {@link ConnectRequest}; no wallet is prompted, and so nothing is asked. */
export interface RestoreRequest extends Omit<ConnectRequest, 'step' | 'ask' | 'picked' | 'login' | 'signIn'> {
  /** To be called before null, where the wallet shows no account by now and may be waited for. */
  readonly locked?: ((awaitAccounts: AwaitAccounts) => void) | undefined
}

/** The kit that calls a connector, as that knows it. */
export interface ConnectorHost extends AdapterHost {
  readonly projectId: string
  /** BCP 47: what the kit speaks, for a surface of the connector's own. */
  readonly lang?: string | undefined
  /** Filled in from the page where the host said nothing [S3.9]. */
  readonly metadata: Metadata
  /** The networks that are configured now, of all families. */
  networks(): readonly Network[]
  /** Returns the account types, the session's terms and `goTo` of a family's adapter; undefined where there is none. */
  readonly adapterOf?: ((family: Family) => Pick<Adapter, 'accountTypes' | 'session' | 'goTo'> | undefined) | undefined
  /** The kit's corner of the browser's storage. Never throws; where there is no storage, what is written is gone. Its keys carry the kit's prefix already. */
  readonly storage: KeyValueStorage
  /** Whose corner that is, by name: the pages of an origin share only what lies in one. Undefined: a kit's. */
  readonly corner?: string | undefined
  /** Which kind the dapp would have accounts be, by family, where a wallet has a choice and its visitor has made none. */
  readonly defaultAccountTypes?: Partial<Readonly<Record<Family, AccountType>>> | undefined
  /** The dapp has visitors sign in: connecting may come with `signIn`. */
  readonly signsIn?: boolean | undefined
  /** The operator's server, an origin; undefined where the host named none. */
  readonly api?: string | undefined
  /** The origin of the operator's secure site, where logins keep what no dapp may read; undefined where there is none. */
  readonly secureOrigin?: string | undefined
  /**
   * Shows a surface of the connector's own, while it connects or is connected. Only a kit can: left out where there is none around.
   * @returns hides it @throws SurfaceNotAskedError · ChunkLoadError
   */
  readonly showSurface?: ((surface: Surface) => Promise<() => void>) | undefined
  /** Opens the modal, and says in it what the visitor's wallet refused by itself [S4.33]. */
  readonly showRefusal?: ((message: PlainSentenceKey) => void) | undefined
  /** The dapp's theme, for a surface of the connector's own. */
  readonly theme?: HostTheme | undefined
  onStop(end: () => void): void
}

/** The dapp's theme, as its host sets it. */
export interface HostTheme {
  get(): {
    /** Undefined: as the visitor's system says. */
    readonly mode: 'light' | 'dark' | undefined
    readonly variables: Readonly<Record<string, string | number | undefined>>
  }
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void
}

/** A connector as the store knows it: plain data. */
export interface ConnectorEntry {
  /** Stable over visits: the rdns of an announced wallet, else a name of its own. */
  readonly id: string
  /** How the page came to know it. */
  readonly type: ConnectorType
  /** As it is shown. */
  readonly name: string
  /** The chain families that it can serve; a kit uses it for the ones that it has networks of. */
  readonly families: NonEmpty<Family>
  /** A data URI or `https` address; only ever for an `img`. */
  readonly icon?: string | undefined
  /** The id of its picture in the directory. */
  readonly imageId?: string | undefined
  /** The reversed domain name by which it announces itself (EIP-6963). */
  readonly rdns?: string | undefined
}

/** A way to a wallet: what a visitor picks in the list [S3.2]. */
export interface Connector extends ConnectorEntry {
  /** Asks the visitor's consent. */
  connect(request: ConnectRequest): Promise<LiveConnection>
  /** Restores an earlier connection without a prompt; null where there is none. */
  restore(request: RestoreRequest): Promise<LiveConnection | null>
  /** The traits of its restoring; those of a wallet in the page by default. */
  readonly restores?: RestoreTraits | undefined
  /** In ms, how long connecting may wait for the visitor; 5 min by default. */
  readonly connectExpiryMs?: number | undefined
  /** Its wallet says every request in words of its own before it does it, as well as `features.preview` would: nothing is shown before that. */
  readonly showsWords?: boolean | undefined
  /** The ways to log in that it has; undefined where it isn't a login. */
  readonly logins?: LoginMethods | undefined
  /**
   * Called at the start where a `connect` of this connector had left the page (the step `redirect`): by its storage and the page's address it knows
   * whether there is something of its own to take up. @returns goes on with that connect; undefined where there is nothing, or not its own
   */
  readonly resume?: ((host: ConnectorHost) => ConnectorResume | undefined) | undefined
  /**
   * Returns the fault of its set-up by the host, found without a request: reported to the developer when the kit starts. Not asked for in
   * production, so that a connector may leave it out there.
   */
  readonly fault?: ((kit: ConnectorKit) => FoyerError | undefined) | undefined
}

/** The kit that a connector's set-up is checked against: the options of the kit that it was passed to. */
export interface ConnectorKit extends Pick<ConnectorHost, 'projectId' | 'api' | 'secureOrigin'> {}

/** The traits of a connector's restoring. */
export interface RestoreTraits {
  /** The timeout in ms; 10 s by default. */
  readonly withinMs?: number | undefined
  /** Null is its last word, and what was kept for another visit is erased. False by default: a wallet in the page may only be locked. */
  readonly isFinal?: boolean | undefined
}

/** Goes on with a connect after the page was left and loaded again. */
export type ConnectorResume = (request: ConnectRequest) => Promise<LiveConnection>

/** The kit as an adapter is given it when it starts. */
export interface AdapterHost extends RpcHost {
  /** Reports to the host an error that no call rejects with. */
  report(error: unknown): void
  /** `enableEIP6963`: wallets that announce themselves. */
  readonly announced: boolean
  /** `enableInjected`: wallets that only sit in the page. */
  readonly injected: boolean
}

/** The terms of a family for a session with a wallet elsewhere, as WalletConnect's proposals name it [S7.36]. */
export interface SessionTerms {
  readonly methods: readonly string[]
  /** `accountsChanged` and `chainChanged` by default. */
  readonly events?: readonly string[] | undefined
  /** Other ids by which wallets know the family's networks, by CAIP-2 id: such as one of before. */
  readonly otherIds?: Readonly<Record<string, string>> | undefined
}

/** A network that a wallet is asked to go to by a channel. */
export interface GoToRequest {
  readonly channel: RequestChannel
  readonly host: Pick<ConnectorHost, 'rpc' | 'networks' | 'clock'>
  /** An approved network, by which the wallet is asked. */
  readonly from: NetworkId
  readonly to: NetworkId
  /** Whether the wallet says to be there by now, or grants it. */
  readonly isThere: () => boolean
  readonly signal?: AbortSignal | undefined
  /** Called when the wallet is asked to add the network, and when it is then asked to go there once more. */
  readonly asked?: SwitchNetworkParameters['asked']
}

/** One chain family: what is loaded with the page, and the way to the rest of its code. */
export interface Adapter<F extends Family = Family> {
  readonly family: F
  /** Names the adapter in the kit's version string, such as `evm`. */
  readonly type: string
  /** The name for visitors of a family of the host's own (`other`), such as `Sui`; the kit's own word by default. */
  readonly familyName?: string | undefined
  /** The kinds of its accounts [S3.5]; the first is that of an account of which nothing is said. `eoa` by default. */
  readonly accountTypes?: NonEmpty<AccountType> | undefined
  /** The terms that a session is requested with; a connector knows those of eip155 by itself. */
  readonly session?: SessionTerms | undefined
  /**
   * Asks a wallet that is reached by a channel to go to a network that its user hasn't approved; left out where the family has no request for it.
   *
   * @throws ChainNotSupportedError, and what the wallet says
   */
  readonly goTo?: ((request: GoToRequest) => Promise<void>) | undefined
  /** Listens for wallets in the page. @returns stops listening */
  discover?(request: { readonly host: AdapterHost; readonly register: (connector: Connector) => void }): () => void
  /** Loads the family's own code. */
  actions(host: AdapterHost): Promise<FamilyActions<F>>
}

/** A dapp's word on itself to wallets and to the server [S1.7 S3.9]. */
export interface Metadata {
  readonly name: string
  readonly description: string
  /** The dapp's address; wallets compare it with the page's origin. */
  readonly url: string
  readonly icons: readonly string[]
}
