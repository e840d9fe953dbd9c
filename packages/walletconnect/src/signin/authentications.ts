import type { Clock } from '@foyer/core'
import * as v from 'valibot'
import type { ConcludeParameters, DappNews, DappSession, ProposeParameters } from '../engine/engine.js'
import { type MadeProposal, makeProposal } from '../engine/proposals.js'
import {
  type AuthenticationRecord,
  authenticationKind,
  type PendingProposal,
  type ProposalRecord,
  type SessionRecord,
} from '../engine/records.js'
import { createAlarm } from '../exchange/expiry.js'
import type { Inbox, Message } from '../exchange/inbox.js'
import { sealRequest } from '../exchange/outbox.js'
import type { RecordBook, Records } from '../exchange/records.js'
import {
  authenticatingDappReads,
  bytesToHex,
  type Ciphers,
  type EnvelopeKey,
  hexToBytes,
  InvalidPayloadError,
  type Payload,
  type Publication,
  parseResult,
  peerFailures,
  type Reason,
  sessionTimes,
  topicOf,
} from '../protocol/index.js'
import type { Transport } from '../transport/transport.js'
import { AuthPayload } from './message.js'

/** Sign-ins that come with a connection, for a node. */
export interface Authentications {
  /** Asks for a sign-in, and proposes beside it: what wallets that don't sign in take. */
  propose(parameters: ProposeParameters): Promise<MadeProposal>
  /** The one kind of topic on which an envelope for a public key is taken. */
  keyOf(topic: string): EnvelopeKey | undefined
  /** Takes what came in such an envelope. */
  take(message: Message): Promise<void>
  /** Takes an answer on a pairing that isn't the proposal's. */
  takeOfPairing(pairingTopic: string, payload: Payload): void
  withdraw(pairingTopic: string): void
  /** Ends what was answered: with a session, or with none. */
  conclude(parameters: ConcludeParameters): DappSession | undefined
  stop(): void
}

/** What a node lends. */
export interface AuthenticationsParameters {
  readonly transport: Transport
  readonly records: RecordBook
  readonly proposals: Records<ProposalRecord>
  readonly ciphers: Ciphers
  readonly clock: Clock
  readonly nextId: () => string
  readonly publish: (publication: Publication) => Promise<void>
  readonly tell: (news: DappNews) => void
  readonly inbox: Pick<Inbox, 'unlock'>
  readonly sessions: Records<SessionRecord>
  readonly standing: () => readonly DappSession[]
  readonly listChanged: () => void
  readonly watch: (topics: readonly string[]) => void
  readonly sayGoodbye: (topic: string, symKey: string, reason: Reason) => void
  /** @returns whether it was awaited until now */
  readonly callOff: (pairingTopic: string, proposal: PendingProposal) => boolean
}

/** What some wallets say of a visitor who doesn't sign. */
const visitorsNo = 12_001
/** As long as a wallet's words may be on their way, and a page may take to check them. */
const graceMs = 60_000

/**
 * Keeps sign-ins by their pairings: asked for beside a proposal with the same key, then answered on the topic of that key, then concluded by
 * the page that asked, which checks what was signed. Whichever of the two a wallet answers first counts; of the other it is told that it is over.
 *
 * @see W1, W11
 */
export function createAuthentications({
  transport,
  records,
  proposals,
  ciphers,
  clock,
  nextId,
  publish,
  tell,
  inbox,
  sessions,
  standing,
  listChanged,
  watch,
  sayGoodbye,
  callOff,
}: AuthenticationsParameters): Authentications {
  const kept = records.open(authenticationKind)
  const alarm = createAlarm({ clock, ends: () => kept.all().map(([, { expiresAt }]) => expiresAt), ring: expire })

  function expire(): void {
    for (const [pairingTopic, record] of kept.all()) if (clock.now() >= record.expiresAt) drop(pairingTopic, record)
    alarm.set()
  }
  /** Lets go of a sign-in; a wallet that has signed is told. */
  function drop(pairingTopic: string, record: AuthenticationRecord): void {
    kept.delete(pairingTopic)
    if (record.status === 'asked') transport.unwatch([record.topic])
    else sayGoodbye(record.topic, record.sessionKey, peerFailures.settlementFailed)
    alarm.set()
  }
  /** Ends the proposal beside a sign-in, which the wallet has answered. @returns whether it was awaited until now */
  function supersede(pairingTopic: string): boolean {
    const proposal = proposals.get(pairingTopic)
    return proposal?.status === 'proposed' && callOff(pairingTopic, proposal)
  }
  function askedOn(topic: string) {
    for (const [pairingTopic, record] of kept.all())
      if (record.status === 'asked' && record.topic === topic) return { pairingTopic, record }
    return undefined
  }
  function refused(pairingTopic: string, record: AuthenticationRecord, failure: Reason): void {
    drop(pairingTopic, record)
    // A wallet that doesn't sign in takes the proposal.
    if (failure.code === peerFailures.unsupportedCall.code || !supersede(pairingTopic)) return
    const isVisitors = failure.code === visitorsNo
    tell({
      type: 'notSettled',
      pairingTopic,
      end: { type: 'refused', failure: isVisitors ? peerFailures.rejected : failure },
    })
  }

  // What another page's node left: what was signed is told again, once whoever opened this node listens.
  for (const [pairingTopic, record] of kept.all()) {
    if (record.status === 'asked') {
      watch([record.topic])
      inbox.unlock()
    } else clock.setTimeout(() => tell({ type: 'authenticated', pairingTopic, result: record.result }), 0)
  }
  alarm.set()

  return {
    async propose({ authPayload, ...parameters }) {
      const { metadata, requested } = parameters
      const made = await makeProposal({ ciphers, clock, nextId }, parameters)
      const { topic: pairingTopic, proposal, publication, publicKey } = made
      const topic = await topicOf({ ciphers, key: hexToBytes(publicKey) })
      const id = nextId()
      const { privateKey, symKey } = proposal
      const asking = await sealRequest({
        ...{ ciphers, topic: pairingTopic, symKey, id },
        method: 'wc_sessionAuthenticate',
        params: {
          requester: { publicKey, metadata },
          authPayload: v.parse(AuthPayload, authPayload),
          expiryTimestamp: proposal.expiresAt / 1_000,
        },
      })
      const expiresAt = proposal.expiresAt + graceMs
      kept.set(pairingTopic, { status: 'asked', id, topic, privateKey, requested, expiresAt })
      alarm.set()
      try {
        await transport.watch([pairingTopic, topic])
        // One after the other: a wallet that knows both is to meet the sign-in first.
        await publish(asking)
        await publish(publication)
      } catch (error) {
        kept.delete(pairingTopic)
        transport.unwatch([pairingTopic, topic])
        throw error
      }
      return { ...made, proposal: { ...proposal, methods: ['wc_sessionAuthenticate'] } }
    },
    keyOf(topic) {
      const asked = askedOn(topic)
      return asked && { type: 'own', privateKey: hexToBytes(asked.record.privateKey) }
    },
    async take({ topic: answeredOn, payload, sender }) {
      if (!sender || payload.type === 'request') return
      const topic = await topicOf({ ciphers, key: sender.symKey })
      const { pairingTopic, record } = askedOn(answeredOn) ?? {}
      if (pairingTopic === undefined || !record || payload.id !== record.id) return
      if (payload.type === 'failure') return refused(pairingTopic, record, payload.error)
      kept.delete(pairingTopic)
      transport.unwatch([answeredOn])
      const sessionKey = bytesToHex(sender.symKey)
      const { requested } = record
      const { result } = payload
      const answered = { status: 'answered', topic, sessionKey, requested, result } as const
      if (!supersede(pairingTopic)) return drop(pairingTopic, { ...answered, expiresAt: 0 })
      if (responderIn(result)?.publicKey === bytesToHex(sender.publicKey)) {
        kept.set(pairingTopic, { ...answered, expiresAt: clock.now() + graceMs })
        tell({ type: 'authenticated', pairingTopic, result })
      } else {
        drop(pairingTopic, { ...answered, expiresAt: 0 })
        tell({ type: 'notSettled', pairingTopic, end: { type: 'unusable', failure: peerFailures.invalidSettle } })
      }
      alarm.set()
    },
    takeOfPairing(pairingTopic, payload) {
      const record = kept.get(pairingTopic)
      if (record?.status === 'asked' && payload.type === 'failure' && payload.id === record.id)
        refused(pairingTopic, record, payload.error)
    },
    withdraw(pairingTopic) {
      const record = kept.get(pairingTopic)
      // What is only asked for is listened to as long as the proposal beside it, so that a wallet that signs after all is told.
      if (record?.status === 'answered') drop(pairingTopic, record)
    },
    conclude({ pairingTopic, namespaces, failure }) {
      const known = () => standing().find((session) => session.pairingTopic === pairingTopic)
      const record = kept.get(pairingTopic)
      if (record?.status !== 'answered') return known()
      const { topic, sessionKey: symKey, requested, result } = record
      kept.delete(pairingTopic)
      alarm.set()
      if (failure) sayGoodbye(topic, symKey, failure)
      const responder = responderIn(result)
      if (!namespaces || !responder) return undefined
      sessions.set(topic, {
        ...{ status: 'active', topic, symKey, pairingTopic, requested, namespaces },
        ...{ controller: responder.publicKey, peer: responder.metadata, disableDeepLink: false },
        ...{ expiresAt: clock.now() + sessionTimes.lifetime * 1_000, updateId: '0', eventIds: {} },
      })
      watch([topic])
      listChanged()
      return known()
    },
    stop: alarm.stop,
  }
}

/** Who signed; undefined where the answer can't be read. */
function responderIn(result: unknown) {
  try {
    return parseResult({ reads: authenticatingDappReads, method: 'wc_sessionAuthenticate', result }).responder
  } catch (error) {
    if (!(error instanceof InvalidPayloadError)) throw error
    return undefined
  }
}
