import { AbortedError } from '@foyer/core/errors'
import { expireRecords } from '../exchange/expiry.js'
import type { AnswerTo } from '../exchange/outbox.js'
import { refusals } from '../protocol/calls.js'
import { topicOf } from '../protocol/cipher/keys.js'
import { hexToBytes } from '../protocol/codec.js'
import * as peerFailures from '../protocol/failures.js'
import { familyOf } from '../protocol/families.js'
import { parseParams, walletReads } from '../protocol/messages.js'
import type { PayloadFailure } from '../protocol/payload.js'
import { checkCacaos } from '../protocol/signin/checkAuthentication.js'
import { InvalidAuthenticationError } from '../protocol/signin/errors.js'
import { grantedBy } from '../protocol/signin/message.js'
import { sessionTimes } from '../protocol/states.js'
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
  const { records, emit } = context
  return {
    take: (call) => take(context, answering, call),
    approve: (parameters) => approve(context, answering, parameters),
    async reject({ id, reason: failure = peerFailures.rejected }) {
      const { authentication, publicKey: peerKey } = pending(context, id)
      await answering.once({ topic: authentication.pairingTopic, publicKey: peerKey }, () =>
        refuse(context, { id, peerKey, failure, carriage: refusals.wc_sessionAuthenticate.rejected }),
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
          emit({ type: 'proposalEnded', id, why: 'expired' })
        },
      }),
  }
}

function pending({ records, clock }: WalletContext, id: string): StoredAuthentication {
  const stored = records.authentications.get(id)
  if (!stored || clock.now() >= stored.authentication.expiresAt) throw new UnknownProposalError()
  return stored
}

/**
 * Returns the address of an answer: the topic of the requester's key, in the one kind of envelope that only its holder
 * opens.
 */
async function addressed(
  { ciphers }: WalletContext,
  { peerKey, keys }: { readonly peerKey: string; readonly keys: NewSession },
) {
  const topic = await topicOf({ ciphers, key: hexToBytes(peerKey) })
  return { topic, symKey: keys.symKey, senderPublicKey: hexToBytes(keys.publicKey), method } as const
}

async function refuse(
  context: WalletContext,
  {
    id,
    peerKey,
    ...refusal
  }: Pick<AnswerTo, 'id' | 'carriage'> & { readonly peerKey: string; readonly failure: PayloadFailure },
): Promise<void> {
  const keys = await newSession({ ciphers: context.ciphers, peerKey })
  await context.outbox.answer({ ...(await addressed(context, { peerKey, keys })), id, ...refusal })
}

function take(context: WalletContext, answering: Answering, call: IncomingCall): void {
  const { records, clock, outbox, emit, timesChanged, report } = context
  const { topic, symKey, id } = call
  // The application goes on with the proposal that it sent beside.
  if (!context.authenticates) {
    outbox.reply({ topic, symKey, id, method: call.method, failure: peerFailures.unsupportedCall })
    return
  }
  const {
    requester,
    authPayload: payload,
    expiryTimestamp,
  } = parseParams({ reads: walletReads, method, params: call.params })
  const { publicKey, metadata } = requester
  if (answering.isAnswered({ topic, publicKey }) || records.authentications.get(id)) return
  const now = clock.now()
  const latest = now + sessionTimes.proposal * 1_000
  const expiresAt = expiryTimestamp === undefined ? latest : expiryTimestamp * 1_000
  if (now >= expiresAt) return
  if (payload.chains.some((chain) => familyOf(chain) !== 'eip155')) {
    const carriage = refusals.wc_sessionAuthenticate.autoRejected
    refuse(context, { id, peerKey: publicKey, failure: peerFailures.unsupportedChains, carriage }).catch(report)
    return
  }
  const authentication = { id, pairingTopic: topic, requester: metadata, payload, expiresAt }
  records.authentications.set(id, { authentication, publicKey })
  timesChanged()
  emit({ type: 'authenticate', authentication })
}

async function approve(
  context: WalletContext,
  answering: Answering,
  { id, cacaos }: ApproveAuthenticationParameters,
): Promise<WalletSession | undefined> {
  const { records, ciphers, clock, outbox, transport, metadata } = context
  const { authentication, publicKey: peerKey } = pending(context, id)
  const { pairingTopic, requester: peer, payload } = authentication
  if (cacaos.length === 0) throw new InvalidAuthenticationError({ field: 'cacaos' })
  checkCacaos({ payloads: [payload], cacaos })
  return answering.once({ topic: pairingTopic, publicKey: peerKey }, async () => {
    const keys = await newSession({ ciphers, peerKey })
    const { topic, symKey, publicKey } = keys
    const namespaces = grantedBy(cacaos)
    const expiresAt = clock.now() + sessionTimes.lifetime * 1_000
    // There is no settlement: the application makes the same session of the same cacaos.
    const session = namespaces && { topic, pairingTopic, peer, namespaces, expiresAt, acknowledged: true }
    if (session) {
      records.sessions.set(topic, { session, symKey, required: {} })
      context.watch([topic])
    }
    try {
      const result = { cacaos, responder: { publicKey, metadata } }
      await outbox.answer({ ...(await addressed(context, { peerKey, keys })), id, result })
    } catch (error) {
      // An answer that was being sent when the client stopped may have arrived: the next client finds out.
      if (session && !(error instanceof AbortedError)) {
        records.sessions.delete(topic)
        transport.unwatch([topic])
      }
      throw error
    }
    return session
  })
}
