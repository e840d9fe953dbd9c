import { onDemand } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import { createAlarm } from '../exchange/expiry.js'
import { createInbox, heardKind, type Message, takeDeliveries } from '../exchange/inbox.js'
import { sealAnswer, sealRequest } from '../exchange/outbox.js'
import type { RecordBook } from '../exchange/records.js'
import {
  bytesToHex,
  dappReads,
  deriveSymKey,
  hexToBytes,
  nextProposal,
  nextSession,
  type Payload,
  type PayloadFailure,
  type Publication,
  parseResult,
  peerFailures,
  type Reason,
  topicOf,
} from '../protocol/index.js'
import type { Authentications } from '../signin/authentications.js'
import type { DappNews, DappSession, ProposalEnd } from './engine.js'
import type { Hearing, Lent } from './hearing.js'
import { type AnsweredProposal, offerOf, settle } from './proposals.js'
import { type PendingProposal, type ProposalRecord, proposalKind, type SessionRecord, sessionKind } from './records.js'
import { notTaken, obey, type PeerRequest } from './sessions.js'

export interface HearingParameters extends Lent {
  readonly records: RecordBook
}

type Answer = Exclude<Payload, { readonly type: 'request' }>
/** Answers a request: that it is done, or why it isn't. */
type Reply = (failure?: PayloadFailure) => void
/** How what comes on a topic is opened, and who takes it. */
interface Channel {
  /** In hex. */
  readonly symKey: string
  asked(request: PeerRequest, reply: Reply): void
  answered(answer: Answer): Promise<void> | void
}
type Ending = Extract<DappNews, { readonly type: 'ended' }>['why']

/** The name of every attempt that was called off. */
const withdrawn = ''
/** As long as a wallet's words may be on their way. */
const graceMs = 60_000
/** Who ends a session may leave the page next, and waits as long for the relay to have it. */
const goodbyeMs = 2_000

/** A session without its secret and its book-keeping. */
const sessionOf = ({ symKey, status, updateId, eventIds, ...session }: SessionRecord): DappSession => session

/**
 * Makes what hears wallets, over a transport and records. What the records know is taken up at once: sessions that stand, and proposals that a
 * wallet may still answer.
 *
 * @see W1, W3, W4, W5, W6, W7, W8
 */
export function createHearing({
  transport,
  records,
  ciphers,
  clock,
  nextId,
  tell,
  report,
}: HearingParameters): Hearing {
  const proposals = records.open(proposalKind)
  const sessions = records.open(sessionKind)
  let authentications: Authentications | undefined
  let isStopped = false
  const fail = (error: unknown) => isStopped || report(error)
  const alarm = createAlarm({
    clock,
    ends: () => [...sessions.all(), ...proposals.all()].map(([, { expiresAt }]) => expiresAt),
    ring: expire,
  })
  const inbox = createInbox({
    ciphers,
    heard: records.openTexts(heardKind),
    keyOf(topic) {
      const channel = channelOf(topic)
      if (!channel) return authentications?.keyOf(topic)
      return { type: 'shared', symKey: hexToBytes(channel.symKey) }
    },
    take,
    report: fail,
  })

  const authenticating = onDemand({
    chunk: 'walletconnect.authenticating',
    load: () => import('../signin/authenticating.js'),
  })
  async function signIns(): Promise<Authentications> {
    const { createAuthentications } = await authenticating()
    if (isStopped) throw new AbortedError()
    authentications ??= createAuthentications({
      ...{ transport, records, proposals, sessions, ciphers, clock, inbox, nextId, publish, tell, watch },
      ...{ standing, listChanged, sayGoodbye, callOff },
    })
    return authentications
  }

  const standing = () =>
    sessions
      .all()
      .map(([, record]) => sessionOf(record))
      .reverse()
  async function publish(publication: Publication): Promise<void> {
    inbox.sent(publication)
    await transport.call({ method: 'irn_publish', params: publication })
  }
  /** As well as can be: nobody waits for it. */
  function say(sealed: Promise<Publication>): Promise<unknown> {
    return sealed.then(publish).catch(fail)
  }
  function sayGoodbye(topic: string, symKey: string, params: Reason): Promise<unknown> {
    return say(sealRequest({ ciphers, topic, symKey, id: nextId(), method: 'wc_sessionDelete', params }))
  }
  function watch(topics: readonly string[]): void {
    // What can't be reached now is subscribed to once it can.
    if (topics.length > 0) transport.watch(topics).catch(fail)
  }

  function expire(): void {
    const passed = { type: 'timePassed', now: clock.now() } as const
    for (const [topic, proposal] of proposals.all()) {
      if (nextProposal(proposal, passed).status !== 'expired') continue
      const isAwaited = proposal.attempt !== withdrawn
      if (isAwaited && proposal.status === 'proposed') callOff(topic, proposal)
      else drop(topic, proposal)
      if (isAwaited) tell({ type: 'notSettled', pairingTopic: topic, end: { type: 'expired' } })
    }
    for (const [topic, session] of sessions.all())
      if (nextSession(session, passed).status === 'expired') forget(topic, 'expired')
    alarm.set()
  }
  /** Is for nobody any more; listened to for a while, so that a wallet that agrees after all is told. @returns whether it was for anybody */
  function callOff(topic: string, proposal: PendingProposal): boolean {
    if (proposal.attempt === withdrawn) return false
    proposals.set(topic, { ...proposal, attempt: withdrawn, expiresAt: proposal.expiresAt + graceMs })
    return true
  }
  /** Lets go of a proposal; a wallet that has agreed to it is told. */
  function drop(pairingTopic: string, proposal: ProposalRecord, end?: ProposalEnd): void {
    proposals.delete(pairingTopic)
    transport.unwatch([pairingTopic])
    if (proposal.status === 'answered') {
      transport.unwatch([proposal.topic])
      sayGoodbye(proposal.topic, proposal.sessionKey, peerFailures.settlementFailed)
    }
    if (end) tell({ type: 'notSettled', pairingTopic, end })
    alarm.set()
  }
  function refused(pairingTopic: string, proposal: ProposalRecord, failure: PayloadFailure): void {
    drop(pairingTopic, proposal, { type: 'refused', failure })
  }
  /** Lets go of a session; the wallet is told where there is a reason to give. */
  function forget(topic: string, why: Ending, reason?: Reason): Promise<unknown> | undefined {
    const session = sessions.get(topic)
    if (!session) return undefined
    sessions.delete(topic)
    transport.unwatch([topic])
    tell({ type: 'ended', topic, why })
    listChanged()
    return reason && sayGoodbye(topic, session.symKey, reason)
  }
  function listChanged(): void {
    tell({ type: 'sessions', sessions: standing() })
    alarm.set()
  }

  function channelOf(topic: string): Channel | undefined {
    const session = sessions.get(topic)
    if (session)
      return {
        symKey: session.symKey,
        asked: (request, reply) => takeOfSession(session, request, reply),
        answered: (payload) => tell({ type: 'answered', topic, payload }),
      }
    for (const [pairingTopic, proposal] of proposals.all()) {
      if (topic === pairingTopic)
        return {
          symKey: proposal.symKey,
          asked: (request, reply) => takeOfPairing(topic, proposal, request, reply),
          answered: (answer) => takeAnswer(topic, proposal, answer),
        }
      if (proposal.status === 'answered' && topic === proposal.topic)
        return {
          symKey: proposal.sessionKey,
          asked: (request, reply) => takeSettlement(pairingTopic, proposal, request, reply),
          answered() {},
        }
    }
    return undefined
  }
  function take(message: Message): Promise<void> | void {
    const { topic, payload, sender } = message
    if (sender) return authentications?.take(message)
    const channel = channelOf(topic)
    if (payload.type !== 'request') return channel?.answered(payload)
    const { id, method } = payload
    channel?.asked(payload, (error) => {
      const { symKey } = channel
      const answer: Answer = error ? { type: 'failure', id, error } : { type: 'result', id, result: true }
      say(sealAnswer({ ciphers, topic, symKey, method, answer }))
    })
  }

  function takeOfPairing(topic: string, proposal: ProposalRecord, { method }: PeerRequest, reply: Reply): void {
    const isLeft = method === 'wc_pairingDelete'
    reply(isLeft || method === 'wc_pairingPing' ? undefined : notTaken(method))
    if (isLeft && proposal.status === 'proposed') refused(topic, proposal, peerFailures.disconnected)
  }
  function takeAnswer(topic: string, proposal: ProposalRecord, answer: Answer): Promise<void> | void {
    if (proposal.status !== 'proposed' || answer.id !== proposal.id) authentications?.takeOfPairing(topic, answer)
    else if (answer.type === 'result') return agree(topic, proposal, answer.result)
    else refused(topic, proposal, answer.error)
  }
  /** The wallet has said yes: with its key comes that of the session. */
  async function agree(pairingTopic: string, proposal: PendingProposal, result: unknown): Promise<void> {
    const { responderPublicKey } = parseResult({ reads: dappReads, method: 'wc_sessionPropose', result })
    const privateKey = hexToBytes(proposal.privateKey)
    const key = await deriveSymKey({ ciphers, privateKey, publicKey: hexToBytes(responderPublicKey) })
    privateKey.fill(0)
    const topic = await topicOf({ ciphers, key })
    // It may have been called off meanwhile, or be over.
    const known = proposals.get(pairingTopic)
    if (!known) return
    const next = nextProposal(known, { type: 'answered', id: proposal.id, topic, responderPublicKey })
    if (next.status !== 'answered') return
    // The private key isn't kept: it was for this alone.
    const { attempt, symKey } = known
    const answered = { ...next, attempt, symKey, sessionKey: bytesToHex(key) }
    if (attempt === withdrawn) return drop(pairingTopic, answered)
    proposals.set(pairingTopic, answered)
    watch([topic])
    inbox.unlock()
  }
  function takeSettlement(
    pairingTopic: string,
    proposal: AnsweredProposal,
    { method, params }: PeerRequest,
    reply: Reply,
  ): void {
    const isLeft = method === 'wc_sessionDelete'
    if (isLeft || method !== 'wc_sessionSettle') {
      reply(isLeft ? undefined : notTaken(method))
      if (isLeft) refused(pairingTopic, proposal, peerFailures.disconnected)
      return
    }
    const { session, failure } = settle({ pairingTopic, proposal, params, now: clock.now() })
    reply(failure)
    if (!session) {
      drop(pairingTopic, proposal, { type: 'unusable', failure })
      return
    }
    sessions.set(session.topic, session)
    proposals.delete(pairingTopic)
    transport.unwatch([pairingTopic])
    tell({ type: 'settled', pairingTopic, session: sessionOf(session) })
    listChanged()
  }
  function takeOfSession(session: SessionRecord, request: PeerRequest, reply: Reply): void {
    const { topic } = session
    const { state, failure, event } = obey({ session, request, now: clock.now() })
    reply(failure)
    if (state.status === 'unusable') forget(topic, 'unusable', state.failure)
    else if (state.status !== 'active') forget(topic, 'deleted')
    else if (state !== session) {
      const changed = { ...session, ...state }
      sessions.set(topic, changed)
      alarm.set()
      if (event) tell({ type: 'emitted', topic, ...event })
      else tell({ type: request.method === 'wc_sessionUpdate' ? 'updated' : 'extended', session: sessionOf(changed) })
    }
  }

  expire()
  watch([
    ...sessions.all().map(([topic]) => topic),
    ...proposals.all().map(([topic, proposal]) => (proposal.status === 'answered' ? proposal.topic : topic)),
  ])
  // What is asked for beside a proposal is taken up with it.
  if (proposals.all().some(([, proposal]) => proposal.status === 'proposed' && proposal.methods)) signIns().catch(fail)

  return {
    offered(attempt) {
      const known = proposals.all().find(([, proposal]) => proposal.attempt === attempt)
      return known && offerOf(...known)
    },
    answer: takeDeliveries(inbox.deliver),
    adopt({ topic, proposal, publication }) {
      inbox.sent(publication)
      // It may be in the records, and over by now.
      if (!proposals.get(topic)) proposals.set(topic, proposal)
      expire()
    },
    proposeSignIn: async (parameters) => (await signIns()).propose(parameters),
    conclude: (parameters) => signIns().then((each) => each.conclude(parameters)),
    async withdraw(pairingTopic) {
      authentications?.withdraw(pairingTopic)
      const proposal = proposals.get(pairingTopic)
      if (proposal?.status === 'proposed') callOff(pairingTopic, proposal)
      else if (proposal) drop(pairingTopic, proposal)
      // Settled while it was called off.
      for (const session of standing())
        if (session.pairingTopic === pairingTopic) forget(session.topic, 'deleted', peerFailures.disconnected)
    },
    publish,
    async end({ topic, reason, why }) {
      const said = forget(topic, why ?? 'deleted', reason)
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimeout(resolve, goodbyeMs)
        Promise.resolve(said).then(cancel).then(resolve)
      })
    },
    sessions: async () => standing(),
    keyOf: async (topic) => sessions.get(topic)?.symKey,
    expire,
    stop() {
      isStopped = true
      // What it is just taking ends in vain, and is the next node's.
      records.close()
      inbox.stop()
      alarm.stop()
      authentications?.stop()
    },
  }
}
