import { AbortedError } from '@foyer/core/errors'
import { expireRecords } from '../exchange/expiry.js'
import type { AnswerTo } from '../exchange/outbox.js'
import {
  type AuthPayload,
  type Cacao,
  calls,
  familyOf,
  grantedBy,
  hexToBytes,
  InvalidAuthenticationError,
  type PayloadFailure,
  parseIssuer,
  parseParams,
  peerFailures,
  sessionTimes,
  topicOf,
  walletReads,
} from '../protocol/index.js'
import type { Answering } from './answering.js'
import type { ApproveAuthenticationParameters, RejectParameters, WalletSession } from './client.js'
import type { IncomingCall, StoredAuthentication, WalletContext } from './context.js'
import { UnknownProposalError } from './errors.js'
import { type NewSession, newSession } from './granting.js'

/** Sign-ins that come with a connection. */
export interface Authentications {
  take(call: IncomingCall): void
  approve(parameters: ApproveAuthenticationParameters): Promise<WalletSession | undefined>
  reject(parameters: RejectParameters): Promise<void>
  /** Lets go of those whose time is over. @returns when the next one's is */
  expire(now: number): number | undefined
}

const method = 'wc_sessionAuthenticate'

export function createAuthentications(
  context: WalletContext,
  { answering }: { readonly answering: Answering },
): Authentications {
  const { records, ciphers, clock, outbox, tell, transport, timesChanged, report } = context

  function pending(id: string): StoredAuthentication {
    const stored = records.authentications.get(id)
    if (!stored || clock.now() >= stored.authentication.expiresAt) throw new UnknownProposalError()
    return stored
  }

  /** Answers on the topic of the requester's key, in the one kind of envelope that only its holder opens. */
  async function addressed({ peerKey, keys }: { readonly peerKey: string; readonly keys: NewSession }) {
    const topic = await topicOf({ ciphers, key: hexToBytes(peerKey) })
    return { topic, symKey: keys.symKey, senderPublicKey: hexToBytes(keys.publicKey), method } as const
  }

  async function refuse({
    id,
    peerKey,
    ...refusal
  }: Pick<AnswerTo, 'id' | 'carriage'> & {
    readonly peerKey: string
    readonly failure: PayloadFailure
  }): Promise<void> {
    const keys = await newSession({ ciphers, peerKey })
    await outbox.answer({ ...(await addressed({ peerKey, keys })), id, ...refusal })
  }

  return {
    take({ topic, symKey, id, params, method: asked }) {
      if (!context.authenticates) {
        // The application goes on with the proposal that it sent beside.
        return outbox.answerLater({ topic, symKey, id, method: asked, failure: peerFailures.unsupportedCall })
      }
      const { requester, authPayload: payload, expiryTimestamp } = parseParams({ reads: walletReads, method, params })
      const { publicKey, metadata } = requester
      if (answering.isAnswered({ topic, publicKey }) || records.authentications.get(id)) return
      const now = clock.now()
      const latest = now + sessionTimes.proposal * 1_000
      const expiresAt = expiryTimestamp === undefined ? latest : expiryTimestamp * 1_000
      if (now >= expiresAt) return
      if (payload.chains.some((chain) => familyOf(chain) !== 'eip155')) {
        const failure = peerFailures.unsupportedChains
        void refuse({ id, peerKey: publicKey, failure, carriage: calls.wc_sessionAuthenticate.autoRejected }).catch(
          report,
        )
        return
      }
      const authentication = { id, pairingTopic: topic, requester: metadata, payload, expiresAt }
      records.authentications.set(id, { authentication, publicKey })
      timesChanged()
      tell({ type: 'authenticate', authentication })
    },
    async approve({ id, cacaos }) {
      const { authentication, publicKey: peerKey } = pending(id)
      const { pairingTopic, requester, payload } = authentication
      checkCacaos({ payload, cacaos })
      return answering.once({ topic: pairingTopic, publicKey: peerKey }, async () => {
        const keys = await newSession({ ciphers, peerKey })
        const { topic, symKey, publicKey } = keys
        const namespaces = grantedBy(cacaos)
        const expiresAt = clock.now() + sessionTimes.lifetime * 1_000
        // Nothing is settled afterwards: the application makes the same of the same words.
        const session = namespaces && {
          ...{ topic, pairingTopic, peer: requester, namespaces, expiresAt, acknowledged: true },
        }
        if (session) {
          records.sessions.set(topic, { session, symKey, required: {} })
          transport.watch([topic]).catch(report)
        }
        try {
          const result = { cacaos, responder: { publicKey, metadata: context.metadata } }
          await outbox.answer({ ...(await addressed({ peerKey, keys })), id, result })
        } catch (error) {
          // What was under way when the client stopped may have arrived: the next one hears of it.
          if (session && !(error instanceof AbortedError)) {
            records.sessions.delete(topic)
            transport.unwatch([topic])
          }
          throw error
        }
        return session
      })
    },
    async reject({ id, reason: failure = peerFailures.rejected }) {
      const { authentication, publicKey: peerKey } = pending(id)
      await answering.once({ topic: authentication.pairingTopic, publicKey: peerKey }, () =>
        refuse({ id, peerKey, failure, carriage: calls.wc_sessionAuthenticate.rejected }),
      )
    },
    expire: (now) =>
      expireRecords({
        records: records.authentications,
        now,
        expiresAt: ({ authentication }) => authentication.expiresAt,
        isBusy: (_, { authentication, publicKey }) =>
          answering.isAnswered({ topic: authentication.pairingTopic, publicKey }),
        end(id) {
          records.authentications.delete(id)
          tell({ type: 'proposalEnded', id, why: 'expired' })
        },
      }),
  }
}

/** The fields that bind a signature to what was asked. */
const bound = ['domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId', 'statement'] as const

/** @throws InvalidAuthenticationError where something else was signed than was asked for */
export function checkCacaos({
  payload,
  cacaos,
}: {
  readonly payload: AuthPayload
  readonly cacaos: readonly Cacao[]
}): void {
  if (cacaos.length === 0) throw new InvalidAuthenticationError({ field: 'cacaos' })
  for (const { p } of cacaos) {
    if (!payload.chains.includes(parseIssuer(p.iss).chainId)) throw new InvalidAuthenticationError({ field: 'iss' })
    const field = bound.find((each) => p[each] !== payload[each])
    if (field !== undefined) throw new InvalidAuthenticationError({ field })
  }
}
