import { AbortedError } from '@foyer/core/errors'
import { expireRecords } from '../exchange/expiry.js'
import {
  calls,
  InvalidNamespacesError,
  parseParams,
  peerFailures,
  proposalFault,
  type Settlement,
  sessionTimes,
  walletReads,
} from '../protocol/index.js'
import type { Answering } from './answering.js'
import type { ApproveParameters, RejectParameters, WalletProposal, WalletSession } from './client.js'
import type { IncomingCall, StoredProposal, WalletContext } from './context.js'
import { UnknownProposalError } from './errors.js'
import { checkGrant, failureOf, newSession } from './granting.js'

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
  const { records, clock, outbox, tell, report, timesChanged } = context

  function pending(id: string): StoredProposal & { readonly pairingKey: string } {
    const stored = records.proposals.get(id)
    const pairing = stored && records.pairings.get(stored.proposal.pairingTopic)
    if (!stored || !pairing || clock.now() >= stored.proposal.expiresAt) throw new UnknownProposalError()
    return { ...stored, pairingKey: pairing.symKey }
  }

  /** Whoever signs in proposes the same without, for wallets that don't do that. */
  const isSignInComing = (topic: string) =>
    context.authenticates && records.pairings.get(topic)?.methods.includes('wc_sessionAuthenticate') === true

  function read({ topic, id, params }: IncomingCall): StoredProposal {
    const said = parseParams({ reads: walletReads, method: 'wc_sessionPropose', params })
    const { proposer, requiredNamespaces: required, optionalNamespaces: optional } = said
    const failure = proposalFault(required) ?? proposalFault(optional)
    if (failure) throw new InvalidNamespacesError({ failure })
    const latest = clock.now() + sessionTimes.proposal * 1_000
    const expiresAt = Math.min(latest, said.expiryTimestamp === undefined ? latest : said.expiryTimestamp * 1_000)
    const { sessionProperties, scopedProperties } = said
    const asked = { required, optional, expiresAt, sessionProperties, scopedProperties }
    return {
      proposal: { id, pairingTopic: topic, proposer: proposer.metadata, ...asked },
      publicKey: proposer.publicKey,
    }
  }

  return {
    take(call) {
      const { topic, symKey, id, method } = call
      try {
        const stored = read(call)
        const isOver = clock.now() >= stored.proposal.expiresAt || records.proposals.get(id) !== undefined
        const waiting = records.proposals.all().filter(([, { proposal }]) => proposal.pairingTopic === topic).length
        if (
          isOver ||
          waiting >= mostWaiting ||
          isSignInComing(topic) ||
          answering.isAnswered({ topic, publicKey: stored.publicKey })
        )
          return
        records.proposals.set(id, stored)
        timesChanged()
        tell({ type: 'proposed', proposal: stored.proposal })
      } catch (error) {
        const failure = failureOf(error)
        if (!failure) throw error
        report(error)
        outbox.answerLater({ topic, symKey, id, method, failure, carriage: calls.wc_sessionPropose.autoRejected })
      }
    },
    async approve({ id, ...grant }) {
      const { proposal, publicKey, pairingKey } = pending(id)
      checkGrant({ ...grant, required: proposal.required })
      return answering.once({ topic: proposal.pairingTopic, publicKey }, async () => {
        const keys = await newSession({ ciphers: context.ciphers, peerKey: publicKey })
        const settlement = settlementOf({ context, grant, publicKey: keys.publicKey })
        const session = sessionOf({ proposal, settlement, topic: keys.topic })
        const { topic, symKey } = keys
        const settleId = context.nextId()
        // Before the relay has it: the application may answer at once.
        records.sessions.set(topic, { session, symKey, required: proposal.required, settleId })
        try {
          await outbox.settle({
            response: {
              topic: proposal.pairingTopic,
              symKey: pairingKey,
              id,
              method: 'wc_sessionPropose',
              result: { relay: settlement.relay, responderPublicKey: keys.publicKey },
            },
            settle: { topic, symKey, id: settleId, method: 'wc_sessionSettle', params: settlement },
          })
        } catch (error) {
          // What was under way when the client stopped may have arrived: the next one hears of it.
          if (error instanceof AbortedError) throw error
          records.sessions.delete(topic)
          context.transport.unwatch([topic])
          // So may what wasn't answered, and then the application is told that nobody is there.
          const params = peerFailures.settlementFailed
          outbox.request({ topic, symKey, id: context.nextId(), method: 'wc_sessionDelete', params }).catch(report)
          throw error
        }
        return records.sessions.get(topic)?.session ?? session
      })
    },
    async reject({ id, reason: failure = peerFailures.rejected }) {
      const { proposal, publicKey, pairingKey } = pending(id)
      const topic = proposal.pairingTopic
      await answering.once({ topic, publicKey }, () =>
        outbox.answer({
          topic,
          symKey: pairingKey,
          id,
          method: 'wc_sessionPropose',
          failure,
          carriage: calls.wc_sessionPropose.rejected,
        }),
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
          tell({ type: 'proposalEnded', id, why: 'expired' })
        },
      }),
  }
}

function settlementOf({
  context: { metadata, clock },
  grant: { disableDeepLink, ...grant },
  publicKey,
}: {
  readonly context: WalletContext
  readonly grant: Omit<ApproveParameters, 'id'>
  readonly publicKey: string
}): Settlement {
  return {
    relay: { protocol: 'irn' },
    controller: { publicKey, metadata },
    ...grant,
    expiry: Math.floor(clock.now() / 1_000) + sessionTimes.lifetime,
    ...(disableDeepLink === undefined ? {} : { sessionConfig: { disableDeepLink } }),
  }
}

const sessionOf = ({
  proposal: { pairingTopic, proposer },
  settlement: { namespaces, expiry, sessionProperties, scopedProperties },
  topic,
}: {
  readonly proposal: WalletProposal
  readonly settlement: Settlement
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
