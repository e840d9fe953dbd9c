import type { Clock } from '@foyer/core'
import { createAlarm } from '../exchange/alarm.js'
import { createInbox, heardKind, type Message } from '../exchange/inbox.js'
import { type AnswerSealing, sealAnswer, sealRequest } from '../exchange/sealCall.js'
import {
  bytesToHex,
  type Ciphers,
  createPayloadIds,
  dappReads,
  deriveSymKey,
  hexToBytes,
  nextProposal,
  nextSession,
  type Payload,
  type Publication,
  parseResult,
  peerFailures,
  type Reason,
  topicOf,
} from '../protocol/index.js'
import type { RecordBook } from '../records/records.js'
import type { Transport } from '../transport/transport.js'
import type { DappNews, DappNode, ProposalEnd, ProposedPairing } from './dappNode.js'
import { type ProposalRecord, proposalKind, type SessionRecord, sessionKind } from './dappRecords.js'
import type { DappSession } from './dappSession.js'
import { notTaken, type Outcome, obey, type PeerRequest } from './obey.js'
import { createProposer, offerOf } from './propose.js'
import { type AnsweredProposal, settle } from './settle.js'

export interface DappNodeParameters {
  /** The node's own: stopped with it. */
  readonly transport: Transport
  readonly records: RecordBook
  readonly ciphers: Ciphers
  readonly clock: Clock
  /** From 0 to below 1, as `Math.random`; nothing secret is made of it. */
  readonly random: () => number
  /** Told of what came and can't be used, and of what couldn't be told to a wallet: never with its content. */
  readonly report: (error: unknown) => void
}

/** What a message of a wallet is opened and answered with. */
interface Channel {
  readonly topic: string
  /** In hex. */
  readonly symKey: string
}

/** The name of every attempt that was called off. */
const withdrawn = ''
/** As long as a wallet's words may be on their way. */
const graceMs = 60_000

type PendingProposal = Extract<ProposalRecord, { readonly status: 'proposed' }>
type Ending = Extract<DappNews, { readonly type: 'ended' }>['why']

/** A session without its secret and its book-keeping. */
const sessionOf = ({ symKey, status, updateId, eventIds, ...session }: SessionRecord): DappSession => session

/**
 * Makes the node over a transport and records. What the records know is taken up at once: sessions that stand, and proposals that a wallet
 * may still answer.
 *
 * @see W1, W3, W4, W5, W6, W7, W8
 */
export function createDappNode({ transport, records, ciphers, clock, random, report }: DappNodeParameters): DappNode {
  const proposals = records.open(proposalKind)
  const sessions = records.open(sessionKind)
  const listeners = new Set<(news: DappNews) => void>()
  /** By their attempts. */
  const making = new Map<string, Promise<ProposedPairing>>()
  let isStopped = false
  const nextId = createPayloadIds({ now: clock.now, random })
  const propose = createProposer({ transport, ciphers, clock, nextId, publish })
  const setAlarm = createAlarm({ clock, ring: expire })
  const inbox = createInbox({
    transport,
    ciphers,
    heard: records.openTexts(heardKind),
    keyOf(topic) {
      const symKey = find(topic)?.symKey
      return symKey === undefined ? undefined : { type: 'shared', symKey: hexToBytes(symKey) }
    },
    take,
    report: fail,
  })

  function fail(error: unknown): void {
    if (!isStopped) report(error)
  }
  function tell(news: DappNews): void {
    for (const listener of [...listeners]) listener(news)
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
  function say(sealed: Promise<Publication>): void {
    sealed.then(publish).catch(fail)
  }
  function answer(
    { topic, symKey }: Channel,
    { id, method, failure }: Omit<PeerRequest, 'params'> & Pick<Outcome, 'failure'>,
  ): void {
    const said: AnswerSealing['answer'] = failure
      ? { type: 'failure', id, error: failure }
      : { type: 'result', id, result: true }
    say(sealAnswer({ ciphers, topic, symKey, method, answer: said }))
  }
  function sayGoodbye({ topic, symKey }: Channel, params: Reason): void {
    say(sealRequest({ ciphers, topic, symKey, id: nextId(), method: 'wc_sessionDelete', params }))
  }
  function watch(topics: readonly string[]): void {
    // What can't be reached now is subscribed to once it can.
    if (topics.length > 0) transport.watch(topics).catch(fail)
  }

  /** For the next end of anything. */
  function arm(): void {
    const ends = [...sessions.all(), ...proposals.all()].map(([, { expiresAt }]) => expiresAt)
    setAlarm(isStopped || ends.length === 0 ? undefined : Math.min(...ends))
  }
  function expire(): void {
    const passed = { type: 'timePassed', now: clock.now() } as const
    for (const [topic, proposal] of proposals.all()) {
      if (nextProposal(proposal, passed).status !== 'expired') continue
      if (proposal.attempt === withdrawn) drop(topic, proposal)
      else if (proposal.status === 'answered') drop(topic, proposal, { type: 'expired' })
      else {
        callOff(topic, proposal, graceMs)
        tell({ type: 'notSettled', pairingTopic: topic, end: { type: 'expired' } })
      }
    }
    for (const [topic, session] of sessions.all())
      if (nextSession(session, passed).status === 'expired') forget(topic, 'expired')
    arm()
  }
  /** Is for nobody any more; listened to for a while, so that a wallet that agrees after all is told. */
  function callOff(topic: string, proposal: PendingProposal, more = 0): void {
    proposals.set(topic, { ...proposal, attempt: withdrawn, expiresAt: proposal.expiresAt + more })
  }
  /** Lets go of a proposal; a wallet that has agreed to it is told. */
  function drop(pairingTopic: string, proposal: ProposalRecord, end?: ProposalEnd): void {
    proposals.delete(pairingTopic)
    transport.unwatch([pairingTopic])
    if (proposal.status === 'answered') {
      const { topic, sessionKey: symKey } = proposal
      transport.unwatch([topic])
      sayGoodbye({ topic, symKey }, peerFailures.settlementFailed)
    }
    if (end) tell({ type: 'notSettled', pairingTopic, end })
    arm()
  }
  /** Lets go of a session. */
  function forget(topic: string, why: Ending): void {
    sessions.delete(topic)
    transport.unwatch([topic])
    tell({ type: 'ended', topic, why })
    listChanged()
  }
  function listChanged(): void {
    tell({ type: 'sessions', sessions: standing() })
    arm()
  }

  /** What is spoken of on a topic. */
  function find(topic: string) {
    const session = sessions.get(topic)
    if (session) return { type: 'session', symKey: session.symKey, session } as const
    const proposal = proposals.get(topic)
    if (proposal) return { type: 'pairing', symKey: proposal.symKey, proposal } as const
    for (const [pairingTopic, each] of proposals.all())
      if (each.status === 'answered' && each.topic === topic)
        return { type: 'settling', symKey: each.sessionKey, pairingTopic, proposal: each } as const
    return undefined
  }
  function take({ topic, payload }: Message): Promise<void> | void {
    const found = find(topic)
    if (found?.type === 'pairing') return takeOfPairing(topic, found.proposal, payload)
    if (payload.type === 'request') {
      if (found?.type === 'session') takeOfSession(found.session, payload)
      if (found?.type === 'settling') takeSettlement(found.pairingTopic, found.proposal, payload)
    } else if (found?.type === 'session') tell({ type: 'answered', topic, payload })
  }

  function takeOfPairing(topic: string, proposal: ProposalRecord, payload: Payload): Promise<void> | void {
    const isPending = proposal.status === 'proposed'
    if (payload.type === 'request') {
      const { method } = payload
      const isLeft = method === 'wc_pairingDelete'
      const failure = isLeft || method === 'wc_pairingPing' ? undefined : notTaken(method)
      answer({ topic, symKey: proposal.symKey }, { ...payload, failure })
      if (isLeft && isPending) drop(topic, proposal, { type: 'refused', failure: peerFailures.disconnected })
    } else if (isPending && payload.id === proposal.id) {
      if (payload.type === 'result') return agree(topic, proposal, payload.result)
      drop(topic, proposal, { type: 'refused', failure: payload.error })
    }
  }
  /** The wallet has said yes: with its key comes that of the session. */
  async function agree(pairingTopic: string, proposal: PendingProposal, result: unknown): Promise<void> {
    const { responderPublicKey } = parseResult({ reads: dappReads, method: 'wc_sessionPropose', result })
    const { id, attempt, symKey } = proposal
    const privateKey = hexToBytes(proposal.privateKey)
    const key = await deriveSymKey({ ciphers, privateKey, publicKey: hexToBytes(responderPublicKey) })
    privateKey.fill(0)
    const topic = await topicOf({ ciphers, key })
    const next = nextProposal(proposal, { type: 'answered', id, topic, responderPublicKey })
    // It may have been withdrawn meanwhile.
    if (proposals.get(pairingTopic) !== proposal || next.status !== 'answered') return
    // The private key isn't kept: it was for this alone.
    const answered = { ...next, attempt, symKey, sessionKey: bytesToHex(key) }
    if (attempt === withdrawn) return drop(pairingTopic, answered)
    proposals.set(pairingTopic, answered)
    watch([topic])
    inbox.unlock(topic)
  }
  function takeSettlement(pairingTopic: string, proposal: AnsweredProposal, request: PeerRequest): void {
    const { method, params } = request
    const channel = { topic: proposal.topic, symKey: proposal.sessionKey }
    if (method === 'wc_sessionDelete') {
      answer(channel, request)
      drop(pairingTopic, proposal, { type: 'refused', failure: peerFailures.disconnected })
    } else if (method !== 'wc_sessionSettle') answer(channel, { ...request, failure: notTaken(method) })
    else {
      const { session, failure } = settle({ pairingTopic, proposal, params, now: clock.now() })
      answer(channel, { ...request, failure })
      if (session) begin(session)
      else drop(pairingTopic, proposal, { type: 'unusable', failure })
    }
  }
  function begin(session: SessionRecord): void {
    const { topic, pairingTopic } = session
    sessions.set(topic, session)
    proposals.delete(pairingTopic)
    transport.unwatch([pairingTopic])
    tell({ type: 'settled', pairingTopic, session: sessionOf(session) })
    listChanged()
  }
  function takeOfSession(session: SessionRecord, request: PeerRequest): void {
    const { topic } = session
    const { state, failure, event } = obey({ session, request, now: clock.now() })
    answer(session, { ...request, failure })
    if (state.status === 'unusable') {
      sayGoodbye(session, state.failure)
      forget(topic, 'unusable')
    } else if (state.status !== 'active') forget(topic, 'deleted')
    else if (state !== session) {
      const changed = { ...session, ...state }
      sessions.set(topic, changed)
      arm()
      if (event) tell({ type: 'emitted', topic, ...event })
      else tell({ type: request.method === 'wc_sessionUpdate' ? 'updated' : 'extended', session: sessionOf(changed) })
    }
  }

  const endStatus = transport.onStatus((status) => tell({ type: 'status', status }))
  expire()
  watch([
    ...sessions.all().map(([topic]) => topic),
    ...proposals.all().map(([topic, proposal]) => (proposal.status === 'answered' ? proposal.topic : topic)),
  ])

  return {
    propose(parameters) {
      const { attempt } = parameters
      const known = proposals.all().find(([, proposal]) => proposal.attempt === attempt)
      if (known) return Promise.resolve(offerOf(...known))
      const made =
        making.get(attempt) ??
        propose(parameters)
          .then(([topic, proposal]) => {
            proposals.set(topic, proposal)
            arm()
            return offerOf(topic, proposal)
          })
          .finally(() => making.delete(attempt))
      making.set(attempt, made)
      return made
    },
    async withdraw(pairingTopic) {
      const proposal = proposals.get(pairingTopic)
      if (proposal?.status === 'proposed') callOff(pairingTopic, proposal)
      else if (proposal) drop(pairingTopic, proposal)
    },
    publish,
    async end({ topic, reason }) {
      const session = sessions.get(topic)
      if (!session) return
      forget(topic, 'deleted')
      sayGoodbye(session, reason)
    },
    sessions: async () => standing(),
    keyOf: async (topic) => sessions.get(topic)?.symKey,
    wake() {
      transport.wake()
      expire()
    },
    onNews(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      isStopped = true
      inbox.stop()
      endStatus()
      listeners.clear()
      arm()
      transport.stop()
    },
  }
}
