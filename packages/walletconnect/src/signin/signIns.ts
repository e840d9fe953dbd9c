import * as v from 'valibot'
import type { ConcludeParameters, DappSession, ProposeParameters } from '../engine/engine.js'
import { type MadeProposal, makeProposal } from '../engine/offers.js'
import { callOff, type ProposalContext } from '../engine/proposals.js'
import type { Sessions } from '../engine/sessions.js'
import type { Send, SignIns } from '../engine/signIns.js'
import type { Message } from '../exchange/inbox.js'
import { sealRequest } from '../exchange/outbox.js'
import type { RecordBook, Records } from '../exchange/records.js'
import { topicOf } from '../protocol/cipher/keys.js'
import { bytesToHex, keyToBytes } from '../protocol/codec.js'
import { ownOpener } from '../protocol/envelopes.js'
import { InvalidPayloadError } from '../protocol/errors.js'
import * as peerFailures from '../protocol/failures.js'
import { parseResult } from '../protocol/messages.js'
import type { Reason } from '../protocol/schemas.js'
import { authenticatingDappReads } from '../protocol/signin/authenticatingDappReads.js'
import { AuthPayload, isOfOneFamily } from '../protocol/signin/message.js'
import { sessionTimes } from '../protocol/states.js'
import { type AuthenticationRecord, authenticationKind } from './records.js'

/** The context with which sign-ins are kept and sent. */
interface SignInContext extends ProposalContext {
  readonly signIns: Records<AuthenticationRecord>
}

/** The code by which some wallets say that their user doesn't sign. */
const userRefusal = 12_001
/** As long as a wallet's message may be on its way, and a page may take to check it. */
const graceMs = 60_000

/**
 * Keeps sign-ins by their pairings: requested beside a proposal with the same key, then answered on the topic of that key, then concluded by
 * the page that requested it, which checks what was signed. Whichever of the two a wallet answers first counts; the other is ended.
 *
 * @see W1, W11
 */
export function createSignIns(
  { records, ...parts }: ProposalContext & { readonly records: RecordBook },
  sessions: Sessions,
): SignIns {
  const context = { ...parts, signIns: records.open(authenticationKind) }
  const { signIns, watch, inbox, emit, clock } = context
  return {
    propose: (parameters, send) => propose(context, parameters, send),
    openerOf(topic) {
      const requested = requestedOn(context, topic)
      return requested && ownOpener({ ciphers: context.ciphers, privateKey: keyToBytes(requested.record.privateKey) })
    },
    take: (message) => takeAnswer(context, message),
    takeOfPairing(pairingTopic, payload) {
      const record = signIns.get(pairingTopic)
      if (record?.status === 'asked' && payload.type === 'failure' && payload.id === record.id)
        refuse(context, { pairingTopic, record }, payload.error)
    },
    withdraw(pairingTopic) {
      const record = signIns.get(pairingTopic)
      // Unanswered, its topic is subscribed to as long as the proposal beside it, so that a wallet that signs after all is answered.
      if (record?.status === 'answered') drop(context, { pairingTopic, record })
    },
    conclude: (parameters) => conclude(context, { ...parameters, sessions }),
    expire(now) {
      for (const [pairingTopic, record] of signIns.all())
        if (now >= record.expiresAt) drop(context, { pairingTopic, record })
      return Math.min(...signIns.all().map(([, { expiresAt }]) => expiresAt))
    },
    resume() {
      for (const [pairingTopic, record] of signIns.all()) {
        if (record.status === 'asked') {
          watch([record.topic])
          inbox.unlock()
          // What was signed is emitted again, once there is a listener.
        } else clock.setTimeout(() => emit({ type: 'authenticated', pairingTopic, result: record.result }), 0)
      }
    },
  }
}

interface Kept<Each = AuthenticationRecord> {
  readonly pairingTopic: string
  readonly record: Each
}
type Requested = Extract<AuthenticationRecord, { readonly status: 'asked' }>

async function propose(context: SignInContext, wanted: ProposeParameters, send: Send): Promise<MadeProposal> {
  const { ciphers, signIns, transport, outbox, timesChanged } = context
  const authPayload = v.parse(AuthPayload, wanted.authPayload)
  const parameters = { ...wanted, requests: { authentication: [authPayload] } }
  if (!isOfOneFamily(parameters, authPayload)) return send(parameters)
  const made = await makeProposal(context, parameters)
  const { topic: pairingTopic, proposal, publication, publicKey } = made
  const topic = await topicOf({ ciphers, key: keyToBytes(publicKey) })
  const id = context.nextId()
  const { privateKey, symKey, requested } = proposal
  const request = await sealRequest({
    ciphers,
    topic: pairingTopic,
    symKey,
    id,
    method: 'wc_sessionAuthenticate',
    params: {
      requester: { publicKey, metadata: parameters.metadata },
      authPayload,
      expiryTimestamp: proposal.expiresAt / 1_000,
    },
  })
  const expiresAt = proposal.expiresAt + graceMs
  signIns.set(pairingTopic, { status: 'asked', id, topic, privateKey, requested, expiresAt })
  timesChanged()
  try {
    await transport.watch([pairingTopic, topic])
    // One after the other: a wallet that knows both is to meet the sign-in first.
    await outbox.publish(request)
    await outbox.publish(publication)
  } catch (error) {
    signIns.delete(pairingTopic)
    transport.unwatch([pairingTopic, topic])
    throw error
  }
  return { ...made, proposal: { ...proposal, methods: ['wc_sessionAuthenticate'] } }
}

function requestedOn({ signIns }: SignInContext, topic: string): Kept<Requested> | undefined {
  for (const [pairingTopic, record] of signIns.all())
    if (record.status === 'asked' && record.topic === topic) return { pairingTopic, record }
  return undefined
}

const sendDelete = (
  { outbox, report }: SignInContext,
  to: { readonly topic: string; readonly symKey: string; readonly params: Reason },
): void => void outbox.request({ ...to, method: 'wc_sessionDelete' }).catch(report)

/** Forgets a sign-in; a wallet that has signed is sent why there is no session. */
function drop(context: SignInContext, { pairingTopic, record }: Kept): void {
  context.signIns.delete(pairingTopic)
  const { topic } = record
  if (record.status === 'asked') context.transport.unwatch([topic])
  else sendDelete(context, { topic, symKey: record.sessionKey, params: peerFailures.settlementFailed })
  context.timesChanged()
}

function refuse(context: SignInContext, kept: Kept, failure: Reason): void {
  const { pairingTopic } = kept
  drop(context, kept)
  // A wallet that doesn't sign in takes the proposal.
  if (failure.code === peerFailures.unsupportedCall.code || !callOff(context, pairingTopic)) return
  const isUsers = failure.code === userRefusal
  context.emit({
    type: 'notSettled',
    pairingTopic,
    end: { type: 'refused', failure: isUsers ? peerFailures.rejected : failure },
  })
}

async function takeAnswer(context: SignInContext, { topic: answeredOn, payload, sender }: Message): Promise<void> {
  const { ciphers, signIns, transport, clock, emit } = context
  if (!sender || payload.type === 'request') return
  const topic = await topicOf({ ciphers, key: sender.symKey })
  const requested = requestedOn(context, answeredOn)
  if (payload.id !== requested?.record.id) return
  const { pairingTopic, record } = requested
  if (payload.type === 'failure') return refuse(context, requested, payload.error)
  signIns.delete(pairingTopic)
  transport.unwatch([answeredOn])
  const { result } = payload
  const answered = {
    status: 'answered',
    topic,
    sessionKey: bytesToHex(sender.symKey),
    requested: record.requested,
    result,
    expiresAt: clock.now() + graceMs,
  } as const
  if (!callOff(context, pairingTopic)) return drop(context, { pairingTopic, record: answered })
  if (responderIn(result)?.publicKey === bytesToHex(sender.publicKey)) {
    signIns.set(pairingTopic, answered)
    emit({ type: 'authenticated', pairingTopic, result })
  } else {
    drop(context, { pairingTopic, record: answered })
    emit({ type: 'notSettled', pairingTopic, end: { type: 'unusable', failure: peerFailures.invalidSettle } })
  }
  context.timesChanged()
}

function conclude(
  context: SignInContext,
  { pairingTopic, namespaces, failure, sessions }: ConcludeParameters & { readonly sessions: Sessions },
): DappSession | undefined {
  const known = () => sessions.standing().find((session) => session.pairingTopic === pairingTopic)
  const record = context.signIns.get(pairingTopic)
  if (record?.status !== 'answered') return known()
  const { topic, sessionKey: symKey, requested, result } = record
  context.signIns.delete(pairingTopic)
  context.timesChanged()
  if (failure) sendDelete(context, { topic, symKey, params: failure })
  const responder = responderIn(result)
  if (!namespaces || !responder) return undefined
  sessions.keep({
    status: 'active',
    topic,
    symKey,
    pairingTopic,
    requested,
    namespaces,
    controller: responder.publicKey,
    peer: responder.metadata,
    disableDeepLink: false,
    expiresAt: context.clock.now() + sessionTimes.lifetime * 1_000,
    updateId: '0',
    eventIds: {},
  })
  context.watch([topic])
  sessions.changed()
  return known()
}

/** Reads who signed; undefined where the answer can't be read. */
function responderIn(result: unknown) {
  try {
    return parseResult({ reads: authenticatingDappReads, method: 'wc_sessionAuthenticate', result }).responder
  } catch (error) {
    if (!(error instanceof InvalidPayloadError)) throw error
    return undefined
  }
}
