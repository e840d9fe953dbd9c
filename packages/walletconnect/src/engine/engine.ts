import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { properties, settled } from '../protocol/messages.js'
import { ProposalNamespaces, SessionNamespaces } from '../protocol/namespaces.js'
import { Failure } from '../protocol/payload.js'
import type { Publication } from '../protocol/relayCalls.js'
import { hex32, PeerMetadata, Reason, timestamp, word } from '../protocol/schemas.js'

/** A proposal to a wallet. */
export const ProposeParameters = v.object({
  /** Names the attempt, so that a call that is sent twice makes one proposal. */
  attempt: word,
  metadata: PeerMetadata,
  requested: ProposalNamespaces,
  ...properties,
  /** An `AuthPayload`, where a sign-in is requested with it; read by the code that signs in. */
  authPayload: v.optional(v.unknown()),
})
export type ProposeParameters = Output<typeof ProposeParameters>

/** The outcome of a sign-in that a page has checked. */
export const ConcludeParameters = v.object({
  pairingTopic: hex32,
  /** The namespaces that a session may use; without any there is none. */
  namespaces: v.optional(SessionNamespaces),
  /** The reason for the wallet, where what it signed can't be used. */
  failure: v.optional(Reason),
})
export type ConcludeParameters = Output<typeof ConcludeParameters>

/** A pairing on offer: its URI, and when it was made, in ms since 1970. */
export const ProposedPairing = v.object({ pairingTopic: hex32, uri: v.string(), madeAt: timestamp })
export type ProposedPairing = Output<typeof ProposedPairing>

/** A session with a wallet, as an application has it. Plain data; its keys are kept elsewhere. Times are ms since 1970. */
export const DappSession = v.object({
  topic: hex32,
  /** The pairing by which it came to be. */
  pairingTopic: hex32,
  /** The wallet's public key, by which it settled. */
  controller: hex32,
  /** The wallet's metadata. */
  peer: PeerMetadata,
  requested: ProposalNamespaces,
  /** The namespaces that were both asked for and granted; nothing else of the wallet's word. */
  namespaces: SessionNamespaces,
  expiresAt: v.number(),
  disableDeepLink: v.boolean(),
  /** With it what the wallet answered to the sign-ins of the proposal, as it came: `authenticate` checks it, and nothing of it counts before. */
  ...settled,
})
export type DappSession = Output<typeof DappSession>

const oneOf = <const Word extends string>(...words: Word[]) => v.union(words.map((word) => v.literal(word)))

/** An object whose `type` is one of a few words. */
export const typed = <const Type extends string, Entries extends v.ObjectEntries>(types: Type[], entries: Entries) =>
  v.object({ type: oneOf(...types), ...entries })

/** An event, emitted in every page that shares the engine. */
export const EngineEvent = v.union([
  /** All that stand, newest first: emitted when one more or one less does, and when another page has taken the engine over. */
  typed(['sessions'], { sessions: v.array(DappSession) }),
  typed(['settled'], { pairingTopic: hex32, session: DappSession }),
  /** The wallet or its user refused, or it settled what can't be used and was answered so. */
  typed(['notSettled'], {
    pairingTopic: hex32,
    end: v.union([typed(['refused', 'unusable'], { failure: Failure }), typed(['expired'], {})]),
  }),
  /** A wallet answered with a sign-in, of which nothing is checked yet: the page that asked does, and concludes it within a minute. */
  typed(['authenticated'], { pairingTopic: hex32, result: v.unknown() }),
  typed(['updated', 'extended'], { session: DappSession }),
  typed(['emitted'], { topic: hex32, chainId: word, name: word, data: v.unknown() }),
  typed(['ended'], { topic: hex32, why: oneOf('deleted', 'replaced', 'expired', 'unusable') }),
  /** A wallet answered a page's request: the page that knows the id takes it. */
  typed(['answered'], {
    topic: hex32,
    payload: v.union([
      typed(['result'], { id: word, result: v.unknown() }),
      typed(['failure'], { id: word, error: Failure }),
    ]),
  }),
])
export type EngineEvent = Output<typeof EngineEvent>

/** The reason why a proposal came to nothing. */
export type ProposalEnd = Extract<EngineEvent, { readonly type: 'notSettled' }>['end']

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
