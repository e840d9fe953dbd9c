import { AbortedError } from '@foyer/core/errors'
import { expireRecords } from '../exchange/expiry.js'
import { type AnswerTo, type RequestSealing, sealAnswer, sealRequest } from '../exchange/outbox.js'
import { refusals } from '../protocol/calls.js'
import { readableTerms } from '../protocol/checkNamespaces.js'
import * as peerFailures from '../protocol/failures.js'
import { parseParams, type Settlement, walletReads } from '../protocol/messages.js'
import { checkCacaos, checkSigners } from '../protocol/signin/checkAuthentication.js'
import type { Cacao } from '../protocol/signin/message.js'
import { sessionTimes } from '../protocol/states.js'
import { RelayAnswerError } from '../transport/errors.js'
import type { Answering } from './answering.js'
import type { ApproveParameters, RejectParameters, WalletProposal, WalletSession } from './client.js'
import type { IncomingCall, StoredProposal, WalletContext } from './context.js'
import { UnknownProposalError } from './errors.js'
import { checkGrant, grantFailureOf, newSession } from './granting.js'

/** The proposals that a visitor is to decide on. */
export interface Proposals {
  take(call: IncomingCall): void
  approve(parameters: ApproveParameters): Promise<WalletSession>
  reject(parameters: RejectParameters): Promise<void>
  /** Lets go of those whose time is over. @returns when the next one's is */
  expire(now: number): number | undefined
}

/** By one pairing. */
const mostWaiting = 8

export function createProposals(context: WalletContext, { answering }: { readonly answering: Answering }): Proposals {
  const { records, emit } = context
  return {
    take: (call) => take(context, answering, call),
    approve: (parameters) => approve(context, answering, parameters),
    async reject({ id, reason: failure = peerFailures.rejected }) {
      const { proposal, publicKey, pairingKey: symKey } = pending(context, id)
      const topic = proposal.pairingTopic
      const carriage = refusals.wc_sessionPropose.rejected
      await answering.once({ topic, publicKey }, () =>
        context.outbox.answer({ topic, symKey, id, method: 'wc_sessionPropose', failure, carriage }),
      )
    },
    expire: (now) =>
      expireRecords({
        records: records.proposals,
        now,
        expiresAt: ({ proposal }) => proposal.expiresAt,
        isBusy: (_, { proposal, publicKey }) => answering.isAnswered({ topic: proposal.pairingTopic, publicKey }),
        end(id) {
          records.proposals.delete(id)
          emit({ type: 'proposalEnded', id, why: 'expired' })
        },
      }),
  }
}

function pending({ records, clock }: WalletContext, id: string): StoredProposal & { readonly pairingKey: string } {
  const stored = records.proposals.get(id)
  const pairing = stored && records.pairings.get(stored.proposal.pairingTopic)
  if (!stored || !pairing || clock.now() >= stored.proposal.expiresAt) throw new UnknownProposalError()
  return { ...stored, pairingKey: pairing.symKey }
}

function take(context: WalletContext, answering: Answering, call: IncomingCall): void {
  const { authenticates, clock, records, emit, report, outbox, timesChanged } = context
  const { topic, symKey, id, method } = call
  try {
    const stored = read(call, { now: clock.now(), authenticates })
    const { proposal, publicKey } = stored
    const waiting = records.proposals.all().filter(([, each]) => each.proposal.pairingTopic === topic).length
    // An application that requests a sign-in proposes the same without, for wallets that don't do that.
    const isSignInComing =
      authenticates && records.pairings.get(topic)?.methods.includes('wc_sessionAuthenticate') === true
    if (
      clock.now() >= proposal.expiresAt ||
      records.proposals.get(id) ||
      waiting >= mostWaiting ||
      isSignInComing ||
      answering.isAnswered({ topic, publicKey })
    )
      return
    records.proposals.set(id, stored)
    timesChanged()
    emit({ type: 'proposed', proposal })
  } catch (error) {
    const failure = grantFailureOf(error)
    if (!failure) throw error
    report(error)
    outbox.reply({ topic, symKey, id, method, failure, carriage: refusals.wc_sessionPropose.autoRejected })
  }
}

function read(
  { topic, id, params }: IncomingCall,
  { now, authenticates }: { readonly now: number; readonly authenticates: boolean },
): StoredProposal {
  const sent = parseParams({ reads: walletReads, method: 'wc_sessionPropose', params })
  const { proposer, requiredNamespaces, optionalNamespaces } = sent
  const terms = readableTerms({ required: requiredNamespaces, optional: optionalNamespaces })
  const latest = now + sessionTimes.proposal * 1_000
  const expiresAt = Math.min(latest, sent.expiryTimestamp === undefined ? latest : sent.expiryTimestamp * 1_000)
  const { sessionProperties, scopedProperties } = sent
  const authentication = authenticates ? sent.requests?.authentication : undefined
  const requested = { ...terms, authentication, expiresAt, sessionProperties, scopedProperties }
  return {
    proposal: { id, pairingTopic: topic, proposer: proposer.metadata, ...requested },
    publicKey: proposer.publicKey,
  }
}

async function approve(
  context: WalletContext,
  answering: Answering,
  { id, cacaos = [], ...grant }: ApproveParameters,
): Promise<WalletSession> {
  const { records, transport, outbox, report } = context
  const { proposal, publicKey, pairingKey } = pending(context, id)
  const { pairingTopic, required } = proposal
  checkGrant({ ...grant, required })
  checkCacaos({ payloads: proposal.authentication ?? [], cacaos })
  checkSigners({ ...grant, cacaos })
  return answering.once({ topic: pairingTopic, publicKey }, async () => {
    const keys = await newSession({ ciphers: context.ciphers, peerKey: publicKey })
    const { topic, symKey, publicKey: responderPublicKey } = keys
    const settlement = settlementOf({ context, grant, cacaos, publicKey: responderPublicKey })
    const session = sessionOf({ proposal, settlement, topic })
    const settleId = context.nextId()
    // Before the relay has it: the application may answer at once.
    records.sessions.set(topic, { session, symKey, required, settleId })
    const result = { relay: settlement.relay, responderPublicKey }
    try {
      await settle(context, {
        response: { topic: pairingTopic, symKey: pairingKey, id, method: 'wc_sessionPropose', result },
        settle: { topic, symKey, id: settleId, method: 'wc_sessionSettle', params: settlement },
      })
    } catch (error) {
      // A settlement that was being sent when the client stopped may have arrived: the next client finds out.
      if (error instanceof AbortedError) throw error
      records.sessions.delete(topic)
      transport.unwatch([topic])
      // So may one that wasn't acknowledged, and then the application has to know that there is no session.
      const params = peerFailures.settlementFailed
      outbox.request({ topic, symKey, method: 'wc_sessionDelete', params }).catch(report)
      throw error
    }
    return records.sessions.get(topic)?.session ?? session
  })
}

function settlementOf({
  context: { metadata, clock },
  grant: { disableDeepLink, ...grant },
  cacaos,
  publicKey,
}: {
  readonly context: WalletContext
  readonly grant: Omit<ApproveParameters, 'id' | 'cacaos'>
  readonly cacaos: readonly Cacao[]
  readonly publicKey: string
}): Settlement & { readonly expiry: number } {
  return {
    relay: { protocol: 'irn' },
    controller: { publicKey, metadata },
    ...grant,
    expiry: Math.floor(clock.now() / 1_000) + sessionTimes.lifetime,
    ...(disableDeepLink === undefined ? {} : { sessionConfig: { disableDeepLink } }),
    ...(cacaos.length > 0 ? { proposalRequestsResponses: { authentication: cacaos } } : {}),
  }
}

const sessionOf = ({
  proposal: { pairingTopic, proposer },
  settlement: { namespaces, expiry, sessionProperties, scopedProperties },
  topic,
}: {
  readonly proposal: WalletProposal
  readonly settlement: Settlement & { readonly expiry: number }
  readonly topic: string
}): WalletSession => ({
  topic,
  pairingTopic,
  peer: proposer,
  namespaces,
  expiresAt: expiry * 1_000,
  acknowledged: false,
  sessionProperties,
  scopedProperties,
})

/** Publishes that a proposal was taken and what is granted, and subscribes to the session. @throws as `Outbox.request` */
async function settle(
  { ciphers, inbox, outbox, transport }: WalletContext,
  parts: { readonly response: AnswerTo; readonly settle: Omit<RequestSealing<'wc_sessionSettle'>, 'ciphers'> },
): Promise<void> {
  const response = await sealAnswer({ ...parts.response, ciphers })
  const settlement = await sealRequest({ ...parts.settle, ciphers })
  try {
    inbox.sent(response)
    inbox.sent(settlement)
    await transport.call({
      method: 'wc_approveSession',
      params: {
        pairingTopic: response.topic,
        sessionTopic: settlement.topic,
        sessionProposalResponse: response.message,
        sessionSettlementRequest: settlement.message,
      },
    })
    transport.adopt([settlement.topic])
  } catch (error) {
    // The older way, also for a relay that only failed at the newer: it takes each text once.
    if (!(error instanceof RelayAnswerError)) throw error
    await transport.watch([settlement.topic])
    // The settlement first: an application that knows its topic finds it there.
    await outbox.publish(settlement)
    await outbox.publish(response)
  }
}
