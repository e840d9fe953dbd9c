import type { Message } from '../exchange/inbox.js'
import type { RecordBook } from '../exchange/records.js'
import type { EnvelopeOpener } from '../protocol/envelope.js'
import type { Payload } from '../protocol/payload.js'
import type { ConcludeParameters, DappSession, ProposeParameters } from './engine.js'
import type { MadeProposal, ProposalParameters } from './offers.js'
import type { ProposalContext } from './proposals.js'
import type { Sessions } from './sessions.js'

/** Brings a proposal to the relay by itself. */
export type Send = (parameters: ProposalParameters) => Promise<MadeProposal>

/** The sign-ins that an application requests while connecting. */
export interface SignIns {
  /**
   * Requests a sign-in by the proposal itself, which newer wallets take; where nothing but that family is proposed also beside it
   * (`wc_sessionAuthenticate`), as that makes a session of one family. Wallets that don't sign in take the proposal.
   */
  propose(parameters: ProposeParameters, send: Send): Promise<MadeProposal>
  /** Opens the one kind of topic on which an envelope for a public key is taken. */
  openerOf(topic: string): EnvelopeOpener | undefined
  /** Takes what came in such an envelope. */
  take(message: Message): Promise<void>
  /** Takes an answer on the topic of a pairing. */
  takeOfPairing(pairingTopic: string, payload: Payload): void
  withdraw(pairingTopic: string): void
  /** Ends what was answered: with a session, or with none. */
  conclude(parameters: ConcludeParameters): DappSession | undefined
  /** Ends those that have expired. @returns when the next one expires */
  expire(now: number): number | undefined
  /** Takes up what the records know. */
  resume(): void
}

/** Makes what signs in, for an engine that has been given it. */
export type CreateSignIns = (context: ProposalContext & { readonly records: RecordBook }, sessions: Sessions) => SignIns
