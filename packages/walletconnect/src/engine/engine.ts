import type { PairingOffer } from '@foyer/core'
import type {
  Payload,
  PayloadFailure,
  PeerMetadata,
  ProposalNamespaces,
  Publication,
  Reason,
  SessionNamespaces,
  SessionProperties,
} from '../protocol/index.js'

/** What is proposed to a wallet. */
export interface ProposeParameters extends SessionProperties {
  /** Names the attempt, so that a call that is sent twice makes one proposal. */
  readonly attempt: string
  readonly metadata: PeerMetadata
  readonly requested: ProposalNamespaces
  /** An `AuthPayload`, where a sign-in is requested with it; read by the code that signs in. */
  readonly authPayload?: unknown
}

/** What becomes of a sign-in that a page has checked. */
export interface ConcludeParameters {
  readonly pairingTopic: string
  /** What a session may do; without any there is none. */
  readonly namespaces?: SessionNamespaces | undefined
  /** The reason for the wallet, where what it signed can't be used. */
  readonly failure?: Reason | undefined
}

export interface ProposedPairing extends PairingOffer {
  readonly pairingTopic: string
}

/** Why a proposal came to nothing. */
export type ProposalEnd =
  /** The wallet, or its user, refused. */
  | { readonly type: 'refused'; readonly failure: PayloadFailure }
  /** The wallet settled what can't be used; it was answered so. */
  | { readonly type: 'unusable'; readonly failure: PayloadFailure }
  | { readonly type: 'expired' }

/** What happened, emitted in every page that shares the engine. */
export type EngineEvent =
  /** All that stand, newest first: emitted when one more or one less does, and when another page has taken the engine over. */
  | { readonly type: 'sessions'; readonly sessions: readonly DappSession[] }
  | { readonly type: 'settled'; readonly pairingTopic: string; readonly session: DappSession }
  | { readonly type: 'notSettled'; readonly pairingTopic: string; readonly end: ProposalEnd }
  /** A wallet answered with a sign-in, of which nothing is checked yet: the page that asked does, and concludes it within a minute. */
  | { readonly type: 'authenticated'; readonly pairingTopic: string; readonly result: unknown }
  | { readonly type: 'updated' | 'extended'; readonly session: DappSession }
  | {
      readonly type: 'emitted'
      readonly topic: string
      /** CAIP-2. */
      readonly chainId: string
      readonly name: string
      readonly data: unknown
    }
  | { readonly type: 'ended'; readonly topic: string; readonly why: 'deleted' | 'replaced' | 'expired' | 'unusable' }
  /** A wallet answered a page's request: the page that knows the id takes it. */
  | { readonly type: 'answered'; readonly topic: string; readonly payload: Exclude<Payload, { type: 'request' }> }

/**
 * The one client of an origin's pages: it has the socket, the keys and the records, decrypts what comes, and answers for all.
 * Every call may be sent again, after the page that held the engine has gone: the second time changes nothing. What goes in and out is plain data.
 */
export interface Engine {
  /** @throws RelayUnreachableError · RelayRefusedError · MessageTooLargeError · ChunkLoadError (with a sign-in) */
  propose(parameters: ProposeParameters): Promise<ProposedPairing>
  /** Ends a sign-in that a wallet has answered. @returns the session, where there is one */
  conclude(parameters: ConcludeParameters): Promise<DappSession | undefined>
  /** Calls a proposal off: a wallet that agrees to it after all, or has just done so, is sent that there is no session. */
  withdraw(pairingTopic: string): Promise<void>
  /** Publishes a message of a session, which the page that awaits its answer has sealed. */
  publish(publication: Publication): Promise<void>
  /**
   * Ends a session here at once, and at the wallet as soon as the relay has it: resolves then, or after two seconds.
   *
   * @param parameters.why - the reason that pages get: `deleted` unless given
   */
  end(parameters: {
    readonly topic: string
    readonly reason: Reason
    readonly why?: 'replaced' | undefined
  }): Promise<void>
  sessions(): Promise<readonly DappSession[]>
  /** The symmetric key of a session in hex, to seal a message of it with; undefined where there is none any more. */
  keyOf(topic: string): Promise<string | undefined>
  wake(): void
  subscribe(listener: (news: EngineEvent) => void): () => void
  stop(): void
}

/** A session with a wallet, as an application has it. Plain data; its keys are kept elsewhere. Times are ms since 1970. */
export interface DappSession extends SessionProperties {
  readonly topic: string
  /** The pairing by which it came to be. */
  readonly pairingTopic: string
  /** The wallet's public key, by which it settled. */
  readonly controller: string
  /** What the wallet says of itself. */
  readonly peer: PeerMetadata
  readonly requested: ProposalNamespaces
  /** What was both asked for and granted; nothing else of the wallet's word. */
  readonly namespaces: SessionNamespaces
  readonly expiresAt: number
  readonly disableDeepLink: boolean
  /** What the wallet says was signed with the proposal, as it came: `authenticate` checks it, and nothing of it counts before. */
  readonly signed?: unknown
}
