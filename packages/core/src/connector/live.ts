import type { AddressOf, Family, NetworkId } from '../chain/ids.js'
import type { Network } from '../networks/network.js'
import type { SiwxSession } from '../siwx/siwx.js'

/** The kind of account that an address is [S3.5]. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'

/** An account of a connected wallet [S3.5]; a connection has each address once. */
export interface Account<F extends Family = Family> {
  readonly namespace: F
  /** In the family's own form; of eip155 with its checksum, whatever case the wallet writes. */
  readonly address: AddressOf<F>
  readonly type: AccountType
  /**
   * The address is a key's, and a smart account where its code stands: it is the same address either way, on every network, and the key goes on signing for it
   * (EIP-7702). Undefined for a smart account that is a contract with an address of its own.
   */
  readonly inPlace?: true | undefined
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
}

/** The login's profile, as the connector's own server has it [S3.6 S3.7]. Plain data; kept with the connection, and gone with it. */
export interface LoginProfile {
  readonly provider: 'email' | SocialProvider
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** Which of the account's types the visitor prefers, by family. */
  readonly preferredAccountTypes?: Partial<Readonly<Record<Family, AccountType>>> | undefined
  /** Whether the code of a smart account stands at its address, on the network that it is on. */
  readonly smartAccountDeployed?: boolean | undefined
  /** The networks' own numbers, of those on which its wallet has smart accounts; none where the wallet can't say [S3.8 S3.11 S4.29]. */
  readonly smartAccountEnabledNetworks?: readonly number[] | undefined
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

/** The provider that each family's wallets have, in that family's own standard. A family's package adds its line, as to `FamilyTypes`. */
export interface FamilyProviders {
  eip155: Eip1193Provider
}

/** An event of a live connection, which comes unasked. */
export type WalletEvent =
  | { readonly type: 'accountsChanged'; readonly family: Family; readonly accounts: readonly Account[] }
  | { readonly type: 'networkChanged'; readonly family: Family; readonly networkId: NetworkId }
  /** The wallet agreed to other networks than before [S3.11]. */
  | { readonly type: 'networksApproved'; readonly networks: readonly NetworkId[] }
  /** The login's profile has changed. */
  | { readonly type: 'profileChanged'; readonly profile: LoginProfile }
  | { readonly type: 'disconnected'; readonly family?: Family | undefined }
  /** Another page has ended it, and connected anew: what there is instead can be restored. */
  | { readonly type: 'replaced' }

/** The wallet at the other end, where the connector is only the way to it. Its own words: shown with care. */
export interface PeerWallet {
  readonly name: string
  /** An `https` address or a data URI; only ever shown in an `img`. */
  readonly icon?: string | undefined
}

export interface ChannelRequestParameters {
  readonly networkId: NetworkId
  readonly method: string
  readonly params: unknown
  readonly signal?: AbortSignal | undefined
}

/** Carries a family's requests to the wallet, for the adapters of families whose wallets have no provider in the page. */
export interface RequestChannel {
  /** Whether the wallet agreed to take the method on the network. */
  takes(request: { readonly networkId: NetworkId; readonly method: string }): boolean
  /** It refuses by itself, where the visitor sees it, what it doesn't take. */
  readonly refuses?: boolean | undefined
  /** It carries several calls out as one or not at all: which of both on a network is what its capabilities say there. */
  readonly batches?: 'asOne' | undefined
  /**
   * @returns the wallet's answer as it came; who names the method parses it
   * @throws UserRejectedError · UnsupportedMethodError · RequestTimeoutError · ProviderDisconnectedError · WalletError
   */
  request(request: ChannelRequestParameters): Promise<unknown>
  /** Returns the wallet's properties from when it agreed (CAIP-25), as they are now. */
  readonly properties?: (() => ChannelProperties) | undefined
  /** Returns the host's URL for reading a network by this connector, in place of the network's own addresses. */
  readonly rpcUrl?: ((networkId: NetworkId) => string | undefined) | undefined
  /** The encoding of a transaction's bytes in a request, of families that send bytes; base64 by default. */
  readonly encoding?: 'base58' | 'base64' | undefined
  /** Makes a network the connection's, with a request to the wallet where one is needed; also one that isn't configured. */
  readonly goTo?: ((networkId: NetworkId, signal?: AbortSignal | undefined) => Promise<void>) | undefined
}

/** A wallet's word on a connection beside its accounts: by name, and by CAIP-2 chain or namespace. Not parsed. */
export interface ChannelProperties {
  readonly sessionProperties?: Readonly<Record<string, unknown>> | undefined
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined
  /** The session itself, where the wallet is reached by one of WalletConnect's. */
  readonly topic?: string | undefined
  /** The granted namespaces, by CAIP-2 chain or namespace. */
  readonly namespaces?:
    | Readonly<
        Record<
          string,
          {
            readonly accounts: readonly string[]
            readonly methods: readonly string[]
            readonly events: readonly string[]
            readonly chains?: readonly string[] | undefined
          }
        >
      >
    | undefined
}

export interface SwitchNetworkParameters {
  readonly network: Network
  readonly signal: AbortSignal
  /** To be called with what the wallet is asked, where that isn't only to go there, so that the visitor reads what the wallet asks. */
  readonly asked?: ((step: 'addingNetwork' | 'walletPrompt') => void) | undefined
}

/** Another address for a login by e-mail. */
export interface UpdateEmailRequest {
  readonly email: string
  readonly signal: AbortSignal
  /** Shows how far it has come. */
  step(step: ConnectorStep): void
  /** Asks for a code that was sent. @throws AbortedError where the attempt ends first */
  ask(step: AskingStep): Promise<Answer>
}

/** Which kind an account is to be from now on. */
export interface PreferAccountTypeRequest {
  readonly type: AccountType
  /** The account's network, which determines its kinds of account. */
  readonly networkId: NetworkId
  readonly signal: AbortSignal
}

/** Waits for a wallet that shows the page no account, as one that is locked does: calls back once it shows some. Never prompts. @returns stops */
export type AwaitAccounts = (back: () => void) => () => void

/** A live connection with a wallet. Held beside the store, never in it. */
export interface LiveConnection {
  readonly accounts: NonEmpty<Account>
  /** The network that the wallet is on, by family; it may be one that isn't configured. */
  readonly networks: Partial<Readonly<Record<Family, NetworkId>>>
  /** The networks the wallet agreed to; undefined where it takes any. */
  readonly approvedNetworks?: readonly NetworkId[] | undefined
  readonly providers: Partial<FamilyProviders>
  readonly wallet?: PeerWallet | undefined
  /** The login's profile, where the connector is a login. */
  readonly profile?: LoginProfile | undefined
  readonly channel?: RequestChannel | undefined
  /** The sign-ins signed while the wallet connected, where that was asked for: each checked. They are kept before the connection counts. */
  readonly signedIn?: readonly SiwxSession[] | undefined
  /** Calls back for what the wallet does by itself. @returns removes the listener */
  listen(listener: (event: WalletEvent) => void): () => void
  /** Left out where a wallet without accounts is over for good. */
  readonly awaitAccounts?: AwaitAccounts | undefined
  /**
   * Has the wallet be on a network, adding it where the wallet doesn't know it: resolves once it is there. One that is there already isn't prompted.
   * @throws UserRejectedError · ChainNotSupportedError
   */
  switchNetwork(request: SwitchNetworkParameters): Promise<void>
  /**
   * Has the wallet be opened by another e-mail address from now on, once its owner has proved both; emits `profileChanged` then. Left out where it isn't opened
   * by one.
   */
  readonly updateEmail?: ((request: UpdateEmailRequest) => Promise<void>) | undefined
  /**
   * Has an account be of another kind, as far as the wallet does it: what the account is then is emitted before it resolves (`accountsChanged`,
   * `profileChanged`). Where it fails, the account is that of a key [S4.28]. Left out where accounts are what they are.
   */
  readonly preferAccountType?: ((request: PreferAccountTypeRequest) => Promise<void>) | undefined
  /** Ends the connection at the wallet, as far as the wallet can. Never prompts. */
  disconnect(): Promise<void>
  /**
   * Ends what the wallet keeps for this connection alone, and emits `replaced` to other pages that have it. Called once a `connect` of this page has put
   * others in its place in all of its families; its end isn't awaited. Left out where a wallet keeps no more than its consent to the page, as one in the
   * page does: changing to another wallet takes nothing back.
   */
  readonly release?: (() => Promise<void>) | undefined
}

/** The providers of accounts by which visitors may log in. */
export type SocialProvider = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** The ways to log in that a connector has. Plain data. */
export interface LoginMethods {
  readonly email?: boolean | undefined
  /** In the connector's own order. */
  readonly socials?: readonly SocialProvider[] | undefined
}

/** A way to log in. */
export type LoginRequest =
  | { readonly method: 'email'; readonly email: string }
  | { readonly method: 'social'; readonly provider: SocialProvider }

/** A part that a connector shows over the page by itself, such as the frame that its wallet runs in. The connector draws it; the kit says when. */
export interface Surface {
  /** Whose it is. */
  readonly connectorId: string
  /** Until it resolves nothing of it could be seen: it isn't shown, and who doesn't want to wait may close the modal. Left out where it can be seen at once. */
  readonly drawn?: Promise<unknown> | undefined
  /**
   * Called again where something came over it: it is to lie above all else of the page then.
   * @param isAlone - nothing of the kit's was shown when it came; said the first time. Views of the kit's below it say themselves what comes of what they asked for.
   */
  show(isAlone?: boolean): void
  /** Called once: by what `showSurface` returned, or as soon as nothing is asked of the connector any more. */
  hide(): void
}

/** A pairing URI that waits for a wallet to scan or open it. Its key decrypts the proposal, so it is never sent, logged or stored. */
export interface PairingOffer {
  readonly uri: string
  /** ms since 1970. It is offered until 3:50 after this [S9.1 S9.2]. */
  readonly madeAt: number
}

/** The progress of a connector, which reports it, and which views draw. */
export type ConnectorStep =
  /** The wallet shows its own prompt. */
  | { readonly type: 'walletPrompt' }
  /** A wallet elsewhere may scan or open the URI. */
  | { readonly type: 'pairing'; readonly offer: PairingOffer }
  /** The URI was opened in a wallet on this device. */
  | { readonly type: 'walletOpened'; readonly offer: PairingOffer }
  /** An application on a telephone opens the address: it is scanned from here, or opened here. `isAnswered` once the visitor has agreed there. */
  | { readonly type: 'scan'; readonly url: string; readonly isAnswered?: boolean | undefined }
  /** Links were sent to several addresses, each of which is to be followed. */
  | { readonly type: 'linksSent'; readonly sentTo: readonly string[] }
  /** The page is about to be left for another, which leads back to it: once it is loaded again, the connector's `resume` goes on. */
  | { readonly type: 'redirect' }

/** A step that goes on only with an answer of the visitor's, which `answer` hands over. */
export type AskingStep =
  /** A code was sent, and is to be typed in. */
  | {
      readonly type: 'codeSent'
      /** The destination as the visitor knows it: an e-mail address. */
      readonly sentTo: string
      /** The number of digits. */
      readonly digits: number
      /** ms since 1970: from then on another may be asked for. */
      readonly againAt?: number | undefined
      /** How often this browser has asked for one to that destination within the hour, where no more than five are sent. */
      readonly askedInHour?: number | undefined
      /** ms since 1970: from then on the code is good no more. */
      readonly expiresAt?: number | undefined
      /** The last answer was another code. */
      readonly isWrong?: boolean | undefined
    }
  /** A link was sent, by which the visitor lets this device in. */
  | {
      readonly type: 'deviceApproval'
      readonly sentTo: string
      /** ms since 1970: from then on another may be asked for. */
      readonly againAt?: number | undefined
      /** How often this browser has asked for one to that destination within the hour, where no more than five are sent. */
      readonly askedInHour?: number | undefined
      /** ms since 1970: from then on the link is good no more. */
      readonly expiresAt?: number | undefined
      /** The visitor goes by another address, as they have said where the connector shows something of its own. */
      readonly isLeft?: boolean | undefined
    }
  /** A window is to be opened, which only a press may do. */
  | { readonly type: 'popup'; readonly url: string }
  /** The wallet's next request is shown in words, before it is asked. */
  | { readonly type: 'preview' }

/** An answer of the visitor: a code, that another message is to be sent, whether the window has been opened, or whether the wallet is to be asked. */
export type Answer =
  | { readonly code: string }
  | { readonly sendAgain: true }
  | { readonly opened: boolean }
  | { readonly approved: boolean }
