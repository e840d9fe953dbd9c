import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { properties, type SessionProperties } from '../protocol/messages.js'
import { ProposalNamespaces, SessionNamespaces } from '../protocol/namespaces.js'
import type { PayloadFailure } from '../protocol/payload.js'
import { hex32, listOf, PeerMetadata, type Reason, timestamp, word } from '../protocol/schemas.js'
import { AuthPayload, type Cacao } from '../protocol/signin/message.js'
import type { TransportStatus } from '../transport/transport.js'

/** An application's proposal to a wallet. Times are ms since 1970. */
export const WalletProposal = v.object({
  id: word,
  pairingTopic: hex32,
  /** The application's metadata: claims, not facts. */
  proposer: PeerMetadata,
  required: ProposalNamespaces,
  optional: ProposalNamespaces,
  /** The sign-ins that are requested with it, one a text; undefined where none is. */
  authentication: v.optional(listOf(AuthPayload)),
  expiresAt: timestamp,
  ...properties,
})
export type WalletProposal = Output<typeof WalletProposal>

/** A session as a wallet has it. Times are ms since 1970. */
export const WalletSession = v.object({
  topic: hex32,
  pairingTopic: hex32,
  peer: PeerMetadata,
  namespaces: SessionNamespaces,
  expiresAt: timestamp,
  /** The application has confirmed the settlement. */
  acknowledged: v.boolean(),
  ...properties,
})
export type WalletSession = Output<typeof WalletSession>

/** An application's request to a session's wallet; the visitor decides. */
export const WalletRequest = v.object({
  id: word,
  topic: hex32,
  /** CAIP-2. */
  chainId: word,
  method: word,
  params: v.optional(v.unknown(), null),
  expiresAt: timestamp,
})
export type WalletRequest = Output<typeof WalletRequest>

/** A sign-in and a session in one (`wc_sessionAuthenticate`). */
export const WalletAuthentication = v.object({
  id: word,
  pairingTopic: hex32,
  requester: PeerMetadata,
  payload: AuthPayload,
  expiresAt: timestamp,
})
export type WalletAuthentication = Output<typeof WalletAuthentication>

export type WalletEvent =
  | { readonly type: 'proposed'; readonly proposal: WalletProposal }
  | { readonly type: 'authenticate'; readonly authentication: WalletAuthentication }
  /** A proposal or a sign-in is to be shown no longer. */
  | { readonly type: 'proposalEnded'; readonly id: string; readonly why: 'expired' | 'answered' | 'withdrawn' }
  | { readonly type: 'acknowledged'; readonly session: WalletSession }
  | { readonly type: 'requested'; readonly request: WalletRequest }
  | { readonly type: 'requestEnded'; readonly id: string; readonly why: 'expired' | 'answered' | 'sessionEnded' }
  | { readonly type: 'extended'; readonly session: WalletSession }
  /** The application didn't take the last update: what was granted before counts again. */
  | { readonly type: 'updateRefused'; readonly session: WalletSession }
  | { readonly type: 'ended'; readonly topic: string; readonly why: 'deleted' | 'expired' | 'refused' }
  | { readonly type: 'status'; readonly status: TransportStatus }

/** The namespaces that the visitor agreed to. */
export interface ApproveParameters extends SessionProperties {
  /** The proposal's. */
  readonly id: string
  readonly namespaces: SessionNamespaces
  /**
   * The signed sign-ins of `WalletProposal.authentication`, by accounts that are granted: see `authenticationTexts`.
   * None where the visitor only connects.
   */
  readonly cacaos?: readonly Cacao[] | undefined
  /** The application is not to open the wallet for each request. */
  readonly disableDeepLink?: boolean | undefined
}

export interface RejectParameters {
  readonly id: string
  /** That the visitor refused, unless said. */
  readonly reason?: PayloadFailure | undefined
}

export interface ApproveAuthenticationParameters {
  readonly id: string
  /** The signed sign-ins, one for each chain: see `authenticationTexts`. */
  readonly cacaos: readonly Cacao[]
}

export type RespondParameters = { readonly id: string } & (
  | { readonly result: unknown }
  | { readonly failure: PayloadFailure }
)

export interface EmitParameters {
  readonly topic: string
  /** CAIP-2. */
  readonly chainId: string
  readonly name: string
  readonly data: unknown
}

/** A wallet's side of WalletConnect. Its sessions and requests survive a reload, where its storage does. */
export interface WalletClient {
  readonly status: TransportStatus
  proposals(): readonly WalletProposal[]
  authentications(): readonly WalletAuthentication[]
  sessions(): readonly WalletSession[]
  requests(): readonly WalletRequest[]
  /**
   * Takes up a pairing that was scanned or pasted; what the application proposes comes as an event. The same code may be scanned again as
   * long as nothing of it was answered: what it brought is emitted once more.
   *
   * @throws InvalidPairingUriError · PairingExpiredError · PairingUsedError · RelayUnreachableError · RelayRefusedError
   */
  pair(parameters: { readonly uri: string }): Promise<void>
  /**
   * Makes a session of a proposal. It stands once the relay has it; that the application took it comes as an event.
   *
   * @throws InvalidNamespacesError where the grant is malformed or lacks what is required · InvalidAuthenticationError where something else was
   * signed than was requested · UnknownProposalError · UnusableKeyError · RelayUnreachableError
   */
  approve(parameters: ApproveParameters): Promise<WalletSession>
  /** @throws UnknownProposalError · RelayUnreachableError */
  reject(parameters: RejectParameters): Promise<void>
  /**
   * Answers a sign-in with what the visitor signed; of the methods granted in it a session is made.
   *
   * @throws InvalidAuthenticationError where something else was signed than was asked for · UnknownProposalError · UnusableKeyError ·
   * RelayUnreachableError
   */
  approveAuthentication(parameters: ApproveAuthenticationParameters): Promise<WalletSession | undefined>
  /** @throws UnknownProposalError · RelayUnreachableError */
  rejectAuthentication(parameters: RejectParameters): Promise<void>
  /** Answers a request, once. @throws UnknownRequestError · MessageTooLargeError · RelayUnreachableError, and then it may be answered again */
  respond(parameters: RespondParameters): Promise<void>
  /** @throws UnknownSessionError · InvalidNamespacesError where the event wasn't granted · MessageTooLargeError · RelayUnreachableError */
  emit(parameters: EmitParameters): Promise<void>
  /**
   * Replaces what is granted; where the relay can't be reached, what was granted before stays.
   *
   * @throws UnknownSessionError · InvalidNamespacesError · RelayUnreachableError
   */
  update(parameters: { readonly topic: string; readonly namespaces: SessionNamespaces }): Promise<WalletSession>
  /** To a week from now. @throws UnknownSessionError · RelayUnreachableError */
  extend(parameters: { readonly topic: string }): Promise<WalletSession>
  /** Settles when the application answers. @throws UnknownSessionError · RequestTimeoutError after 30 s · ProviderDisconnectedError · RelayUnreachableError */
  ping(parameters: { readonly topic: string }): Promise<void>
  /** Ends a session: here at once, at the application as well as can be. @throws UnknownSessionError */
  disconnect(parameters: { readonly topic: string; readonly reason?: Reason | undefined }): Promise<void>
  /** @returns stops */
  listen(listener: (event: WalletEvent) => void): () => void
  /** The wallet is in front again. */
  wake(): void
  /** Closes its socket for good. What it knows stays in its storage. */
  stop(): void
}
