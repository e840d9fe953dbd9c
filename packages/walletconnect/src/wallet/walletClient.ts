import type {
  AuthPayload,
  Cacao,
  PayloadFailure,
  PeerMetadata,
  ProposalNamespaces,
  Reason,
  SessionNamespaces,
  SessionProperties,
} from '../protocol/index.js'
import type { TransportStatus } from '../transport/transport.js'

/** What an application asks a wallet for. Times are ms since 1970. */
export interface WalletProposal extends SessionProperties {
  readonly id: string
  readonly pairingTopic: string
  /** What the application says of itself: claims, not facts. */
  readonly proposer: PeerMetadata
  readonly required: ProposalNamespaces
  readonly optional: ProposalNamespaces
  readonly expiresAt: number
}

/** A session as a wallet has it. Times are ms since 1970. */
export interface WalletSession extends SessionProperties {
  readonly topic: string
  readonly pairingTopic: string
  readonly peer: PeerMetadata
  readonly namespaces: SessionNamespaces
  readonly expiresAt: number
  /** The application has confirmed the settlement. */
  readonly acknowledged: boolean
}

/** What an application asks of a session's wallet; the visitor decides. */
export interface WalletRequest {
  readonly id: string
  readonly topic: string
  /** CAIP-2. */
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  readonly expiresAt: number
}

/** A sign-in and a session in one (`wc_sessionAuthenticate`). */
export interface WalletAuthentication {
  readonly id: string
  readonly pairingTopic: string
  readonly requester: PeerMetadata
  readonly payload: AuthPayload
  readonly expiresAt: number
}

export type WalletEvent =
  | { readonly type: 'proposed'; readonly proposal: WalletProposal }
  | { readonly type: 'proposalEnded'; readonly id: string; readonly why: 'expired' | 'answered' }
  | { readonly type: 'authenticate'; readonly authentication: WalletAuthentication }
  | { readonly type: 'acknowledged'; readonly session: WalletSession }
  | { readonly type: 'requested'; readonly request: WalletRequest }
  | { readonly type: 'requestEnded'; readonly id: string; readonly why: 'expired' | 'answered' | 'sessionEnded' }
  | { readonly type: 'extended'; readonly session: WalletSession }
  | { readonly type: 'ended'; readonly topic: string; readonly why: 'deleted' | 'expired' | 'refused' }
  | { readonly type: 'status'; readonly status: TransportStatus }

/** A wallet's side of WalletConnect. */
export interface WalletClient {
  proposals(): readonly WalletProposal[]
  sessions(): readonly WalletSession[]
  requests(): readonly WalletRequest[]
  /** Takes up a pairing that was scanned or pasted. Its proposal comes as an event. @throws InvalidPairingUriError · PairingExpiredError · RelayUnreachableError */
  pair(parameters: { readonly uri: string }): Promise<void>
  /** @throws InvalidNamespacesError where the grant lacks what is required · UnknownProposalError · RelayUnreachableError */
  approve(
    parameters: {
      readonly id: string
      readonly namespaces: SessionNamespaces
      readonly disableDeepLink?: boolean | undefined
    } & SessionProperties,
  ): Promise<WalletSession>
  /** @param parameters.reason - that the visitor refused, unless said */
  reject(parameters: { readonly id: string; readonly reason?: PayloadFailure | undefined }): Promise<void>
  /**
   * Answers a sign-in with what the visitor signed; of methods granted in it a session is made.
   * @throws UnknownProposalError · RelayUnreachableError
   */
  approveAuthentication(parameters: {
    readonly id: string
    readonly cacaos: readonly Cacao[]
  }): Promise<WalletSession | undefined>
  rejectAuthentication(parameters: { readonly id: string; readonly reason?: PayloadFailure | undefined }): Promise<void>
  /** Answers a request, once. @throws UnknownRequestError */
  respond(
    parameters: { readonly id: string } & ({ readonly result: unknown } | { readonly failure: PayloadFailure }),
  ): Promise<void>
  emit(parameters: {
    readonly topic: string
    /** CAIP-2. */
    readonly chainId: string
    readonly name: string
    readonly data: unknown
  }): Promise<void>
  /** Replaces what is granted. */
  update(parameters: { readonly topic: string; readonly namespaces: SessionNamespaces }): Promise<WalletSession>
  /** To a week from now. */
  extend(parameters: { readonly topic: string }): Promise<WalletSession>
  ping(parameters: { readonly topic: string }): Promise<void>
  disconnect(parameters: { readonly topic: string; readonly reason?: Reason | undefined }): Promise<void>
  listen(listener: (event: WalletEvent) => void): () => void
  wake(): void
  stop(): void
}
