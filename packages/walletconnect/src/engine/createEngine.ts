import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import { createExchange } from '../exchange/createExchange.js'
import { createExpiry } from '../exchange/expiry.js'
import type { Message } from '../exchange/inbox.js'
import type { RecordBook } from '../exchange/records.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { keyToBytes } from '../protocol/codec.js'
import { type EnvelopeOpener, sharedOpener } from '../protocol/envelope.js'
import * as peerFailures from '../protocol/failures.js'
import type { Transport } from '../transport/transport.js'
import { createListeners } from '../waiting/listeners.js'
import type { Engine, EngineEvent, ProposedPairing, ProposeParameters } from './engine.js'
import { createProposer, offerOf } from './offers.js'
import { createProposals, type ProposalContext } from './proposals.js'
import { proposalKind, sessionKind } from './records.js'
import { createSessions, type SessionClaims, type SessionContext } from './sessions.js'
import type { CreateSignIns } from './signIns.js'

export interface EngineParameters {
  /** The engine's own, which stops it. */
  readonly transport: Transport
  /** As the transport: closed with the engine. */
  readonly records: RecordBook
  readonly ciphers: Ciphers
  readonly clock: Clock
  /** From 0 to below 1, as `Math.random`; nothing secret is made of it. */
  readonly random: () => number
  readonly claims?: SessionClaims | undefined
  /** Given where the application signs in while connecting. */
  readonly signingIn?: CreateSignIns | undefined
  /** Receives what a peer sent and can't be used, and what couldn't be sent to it: never with its content. */
  readonly report: (error: unknown) => void
}

/** A caller of `end` may leave the page next, and waits as long for the relay to have the message. */
const endMs = 2_000

/**
 * Opens the engine over a transport and records. What the records know is taken up at once: sessions that stand, and proposals and sign-ins that a
 * wallet may still answer.
 *
 * @see W1, W3, W4, W5, W6, W7, W8
 */
export function createEngine(parameters: EngineParameters): Engine {
  const { transport, clock } = parameters
  const { context, sessions, proposals, signIns, expiry, events } = createParts(parameters)
  const send = createProposer(context)
  /** By their attempts. */
  const proposing = new Map<string, Promise<ProposedPairing>>()
  let isStopped = false

  async function propose(wanted: ProposeParameters): Promise<ProposedPairing> {
    const known = proposals.offered(wanted.attempt)
    if (known) return known
    const made = await (wanted.authPayload && signIns ? signIns.propose(wanted, send) : send(wanted))
    proposals.add(made)
    return offerOf(made.topic, made.proposal)
  }

  return {
    propose(wanted) {
      const { attempt } = wanted
      const proposed = proposing.get(attempt) ?? propose(wanted).finally(() => proposing.delete(attempt))
      proposing.set(attempt, proposed)
      return proposed
    },
    conclude: async (wanted) => signIns?.conclude(wanted),
    async withdraw(pairingTopic) {
      // The next engine has the records, and the call as well.
      if (isStopped) throw new AbortedError()
      signIns?.withdraw(pairingTopic)
      proposals.withdraw(pairingTopic)
      // Settled while it was called off.
      for (const { topic, pairingTopic: by } of sessions.standing())
        if (by === pairingTopic) void sessions.end({ topic, why: 'deleted', reason: peerFailures.disconnected })
    },
    publish: context.outbox.publish,
    end: ({ topic, reason, why }) =>
      new Promise<void>((resolve) => {
        const cancel = clock.setTimeout(resolve, endMs)
        const ended = sessions.end({ topic, reason, why: why ?? 'deleted' })
        void ended.finally(cancel).then(resolve)
      }),
    sessions: async () => sessions.standing(),
    keyOf: async (topic) => sessions.channelOf(topic)?.symKey,
    wake() {
      transport.wake()
      // Timers sleep with their page.
      expiry.check()
    },
    subscribe: events.subscribe,
    stop() {
      isStopped = true
      context.stop()
      expiry.stop()
      events.clear()
      transport.stop()
    },
  }
}

/** Makes the parts of an engine, and takes up what the records know. */
function createParts({ transport, records, claims, signingIn, report, ...shared }: EngineParameters) {
  const events = createListeners<EngineEvent>(report)
  const context: SessionContext & ProposalContext = {
    ...createExchange({ transport, records, report, openerOf, take, ...shared }),
    proposals: records.open(proposalKind),
    sessions: records.open(sessionKind),
    claims,
    emit: events.emit,
    timesChanged: () => expiry.check(),
  }
  const sessions = createSessions(context)
  const proposals = createProposals(context, sessions)
  const signIns = signingIn?.({ ...context, records }, sessions)
  const expiry = createExpiry({
    clock: shared.clock,
    kinds: () => [proposals.expire, sessions.expire, signIns?.expire ?? (() => undefined)],
  })
  const channelOf = (topic: string) => sessions.channelOf(topic) ?? proposals.channelOf(topic)

  function openerOf(topic: string): EnvelopeOpener | undefined {
    const channel = channelOf(topic)
    if (!channel) return signIns?.openerOf(topic)
    return sharedOpener({ ciphers: shared.ciphers, symKey: keyToBytes(channel.symKey) })
  }
  function take(message: Message): Promise<void> | void {
    const { topic, payload, sender } = message
    if (sender) return signIns?.take(message)
    const channel = channelOf(topic)
    if (payload.type !== 'request') {
      signIns?.takeOfPairing(topic, payload)
      return channel?.answered(payload)
    }
    const { id, method } = payload
    channel?.requested(payload, (failure) => {
      const to = { topic, symKey: channel.symKey, id, method }
      context.outbox.reply(failure ? { ...to, failure } : { ...to, result: true })
    })
  }

  expiry.check()
  context.watch([...sessions.standing().map(({ topic }) => topic), ...proposals.topics()])
  signIns?.resume()
  return { context, sessions, proposals, signIns, expiry, events }
}
