import type { Exchange } from '../exchange/createExchange.js'
import type { Records } from '../exchange/records.js'
import { deriveSymKey, topicOf } from '../protocol/cipher/keys.js'
import { bytesToHex, keyToBytes } from '../protocol/codec.js'
import { failureIn } from '../protocol/errors.js'
import * as peerFailures from '../protocol/failures.js'
import { parseParams, parseResult, sessionReads } from '../protocol/messages.js'
import type { Answer, PayloadFailure } from '../protocol/payload.js'
import { settledSession } from '../protocol/states.js'
import type { EngineEvent, ProposalEnd, ProposedPairing } from './engine.js'
import { type MadeProposal, offerOf } from './offers.js'
import type { AnsweredProposal, PendingProposal, ProposalRecord, SessionRecord } from './records.js'
import { type Channel, notTaken, type PeerRequest, type Reply, type Sessions, sessionOf } from './sessions.js'

/** Everything that proposals are kept and sent with. */
export interface ProposalContext extends Exchange {
  readonly proposals: Records<ProposalRecord>
  emit(event: EngineEvent): void
  /** To be called whenever a time at which something expires has changed. */
  timesChanged(): void
}

/** The proposals of an application that wallets may still answer, from the relay's having them to their sessions. */
export interface Proposals {
  /** Returns an attempt's proposal; undefined where it hasn't, or what it did is over. */
  offered(attempt: string): ProposedPairing | undefined
  /** Keeps a proposal that the relay has by now. */
  add(made: MadeProposal): void
  channelOf(topic: string): Channel | undefined
  withdraw(pairingTopic: string): void
  /** Ends those that have expired. @returns when the next one expires */
  expire(now: number): number | undefined
  /** The topics on which wallets may answer. */
  topics(): readonly string[]
}

/** The name of every attempt that was called off. */
const withdrawn = ''
/** As long as a wallet's message may be on its way. */
const graceMs = 60_000

/** @see W1, W5, W8 */
export function createProposals(context: ProposalContext, sessions: Pick<Sessions, 'keep' | 'changed'>): Proposals {
  const { proposals } = context
  return {
    offered(attempt) {
      const known = proposals.all().find(([, proposal]) => proposal.attempt === attempt)
      return known && offerOf(...known)
    },
    add({ topic, proposal, publication }) {
      context.inbox.sent(publication)
      proposals.set(topic, proposal)
      context.timesChanged()
    },
    channelOf(topic) {
      for (const [pairingTopic, proposal] of proposals.all()) {
        if (topic === pairingTopic) return pairingChannel(context, { topic, proposal })
        if (proposal.status === 'answered' && topic === proposal.topic)
          return settlementChannel(context, { pairingTopic, proposal, sessions })
      }
      return undefined
    },
    withdraw(pairingTopic) {
      const proposal = proposals.get(pairingTopic)
      if (proposal?.status === 'proposed') callOff(context, pairingTopic)
      else if (proposal) drop(context, { pairingTopic, proposal })
    },
    expire(now) {
      for (const [pairingTopic, proposal] of proposals.all())
        if (now >= proposal.expiresAt) expireOne(context, { pairingTopic, proposal })
      return Math.min(...proposals.all().map(([, { expiresAt }]) => expiresAt))
    },
    topics: () => proposals.all().map(([topic, proposal]) => (proposal.status === 'answered' ? proposal.topic : topic)),
  }
}

interface Kept<Proposal = ProposalRecord> {
  readonly pairingTopic: string
  readonly proposal: Proposal
}

/**
 * Calls a proposal off. Its topic is subscribed to for a while, so that a wallet that agrees to it after all is answered.
 *
 * @returns whether it was called off only now
 */
export function callOff({ proposals }: Pick<ProposalContext, 'proposals'>, pairingTopic: string): boolean {
  const proposal = proposals.get(pairingTopic)
  if (proposal?.status !== 'proposed' || proposal.attempt === withdrawn) return false
  proposals.set(pairingTopic, { ...proposal, attempt: withdrawn, expiresAt: proposal.expiresAt + graceMs })
  return true
}

function expireOne(context: ProposalContext, kept: Kept): void {
  const { pairingTopic, proposal } = kept
  const isAwaited = proposal.attempt !== withdrawn
  if (!isAwaited || !callOff(context, pairingTopic)) drop(context, kept)
  if (isAwaited) context.emit({ type: 'notSettled', pairingTopic, end: { type: 'expired' } })
}

/** Forgets a proposal; a wallet that has agreed to it is sent why there is no session. */
function drop({ proposals, ...context }: ProposalContext, { pairingTopic, proposal }: Kept, end?: ProposalEnd): void {
  const { transport, outbox, report, emit, timesChanged } = context
  proposals.delete(pairingTopic)
  transport.unwatch([pairingTopic])
  if (proposal.status === 'answered') {
    const { topic, sessionKey: symKey } = proposal
    transport.unwatch([topic])
    outbox.request({ topic, symKey, method: 'wc_sessionDelete', params: peerFailures.settlementFailed }).catch(report)
  }
  if (end) emit({ type: 'notSettled', pairingTopic, end })
  timesChanged()
}

const refuse = (context: ProposalContext, kept: Kept, failure: PayloadFailure): void =>
  drop(context, kept, { type: 'refused', failure })

/** Returns the channel of a pairing's topic. */
function pairingChannel(
  context: ProposalContext,
  { topic, proposal }: { readonly topic: string; readonly proposal: ProposalRecord },
): Channel {
  return {
    symKey: proposal.symKey,
    requested({ method }, reply) {
      const isLeft = method === 'wc_pairingDelete'
      reply(isLeft || method === 'wc_pairingPing' ? undefined : notTaken(method))
      if (isLeft && proposal.status === 'proposed')
        refuse(context, { pairingTopic: topic, proposal }, peerFailures.disconnected)
    },
    answered(answer) {
      if (proposal.status !== 'proposed' || answer.id !== proposal.id) return undefined
      const kept = { pairingTopic: topic, proposal }
      return answer.type === 'result' ? agree(context, kept, answer.result) : refuse(context, kept, answer.error)
    },
  }
}

/** The wallet agrees: with its key comes that of the session. */
async function agree(
  context: ProposalContext,
  { pairingTopic, proposal }: Kept<PendingProposal>,
  result: unknown,
): Promise<void> {
  const { ciphers, proposals } = context
  const { responderPublicKey } = parseResult({ reads: sessionReads, method: 'wc_sessionPropose', result })
  const privateKey = keyToBytes(proposal.privateKey)
  const key = await deriveSymKey({ ciphers, privateKey, publicKey: keyToBytes(responderPublicKey) })
  privateKey.fill(0)
  const topic = await topicOf({ ciphers, key })
  // It may have been called off meanwhile, or be over.
  const known = proposals.get(pairingTopic)
  if (known?.status !== 'proposed') return
  // The private key isn't kept: it was for this alone.
  const { attempt, symKey, requested, expiresAt } = known
  const answer = { status: 'answered', topic, sessionKey: bytesToHex(key), responderPublicKey } as const
  const answered = { ...answer, attempt, symKey, requested, expiresAt }
  if (attempt === withdrawn) return drop(context, { pairingTopic, proposal: answered })
  proposals.set(pairingTopic, answered)
  context.watch([topic])
  context.inbox.unlock()
}

/** Returns the channel of a session's topic before it is settled. */
function settlementChannel(
  context: ProposalContext,
  { sessions, ...kept }: Kept<AnsweredProposal> & { readonly sessions: Pick<Sessions, 'keep' | 'changed'> },
): Channel {
  const { pairingTopic, proposal } = kept
  return {
    symKey: proposal.sessionKey,
    requested({ method, params }: PeerRequest, reply: Reply) {
      if (method !== 'wc_sessionSettle') {
        const isLeft = method === 'wc_sessionDelete'
        reply(isLeft ? undefined : notTaken(method))
        if (isLeft) refuse(context, kept, peerFailures.disconnected)
        return
      }
      let session: SessionRecord
      try {
        session = settledBy({ ...kept, params, now: context.clock.now() })
      } catch (error) {
        const failure = failureIn({ error, malformed: peerFailures.invalidSettle })
        reply(failure)
        return drop(context, kept, { type: 'unusable', failure })
      }
      reply()
      sessions.keep(session)
      context.proposals.delete(pairingTopic)
      context.transport.unwatch([pairingTopic])
      context.emit({ type: 'settled', pairingTopic, session: sessionOf(session) })
      sessions.changed()
    },
    answered(_: Answer) {},
  }
}

/**
 * Makes a session of a wallet's settlement.
 *
 * @param input.now - ms since 1970
 * @throws InvalidPayloadError · InvalidNamespacesError
 */
function settledBy({
  pairingTopic,
  proposal,
  params,
  now,
}: Kept<AnsweredProposal> & { readonly params: unknown; readonly now: number }): SessionRecord {
  const settlement = parseParams({ reads: sessionReads, method: 'wc_sessionSettle', params })
  const { controller, sessionConfig, namespaces, expiry, ...more } = settlement
  return {
    ...settledSession({ proposal, settlement, now }),
    symKey: proposal.sessionKey,
    pairingTopic,
    peer: controller.metadata,
    disableDeepLink: sessionConfig?.disableDeepLink ?? false,
    ...more,
  }
}
