import {
  type Bytes,
  type CallMethod,
  type CallParams,
  type Carriage,
  type Ciphers,
  calls,
  formatPayload,
  hexToBytes,
  isCallMethod,
  type Payload,
  type PayloadFailure,
  type Publication,
  sealEnvelope,
  unknownCallResponse,
} from '../protocol/index.js'
import { RelayAnswerError } from '../transport/errors.js'
import type { Transport } from '../transport/transport.js'
import type { Inbox } from './inbox.js'

export interface MessageSealing {
  readonly ciphers: Ciphers
  readonly topic: string
  /** In hex. */
  readonly symKey: string
  /** A payload, as `formatPayload` writes it. */
  readonly text: string
  readonly carriage: Carriage
  /** Makes the envelope one of type 1: see `SealParameters`. */
  readonly senderPublicKey?: Bytes | undefined
}

/**
 * Makes a message ready for the relay: without an attestation, and said so, as wallets that look for one don't wait then.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
export async function sealMessage({ topic, symKey, carriage, ...sealing }: MessageSealing): Promise<Publication> {
  const message = await sealEnvelope({ ...sealing, symKey: hexToBytes(symKey) })
  return { topic, message, ...carriage, attestation: '' }
}

type Sealing = Omit<MessageSealing, 'text' | 'carriage' | 'senderPublicKey'>

export interface RequestSealing<Method extends CallMethod> extends Sealing {
  readonly id: string
  readonly method: Method
  readonly params: CallParams[Method]
  /** Seconds that the relay keeps it, where that isn't the call's usual time. */
  readonly ttl?: number | undefined
}

export interface AnswerSealing extends Sealing, Pick<MessageSealing, 'senderPublicKey'> {
  readonly answer: Exclude<Payload, { readonly type: 'request' }>
  /** What was asked for, also when nobody knows it. */
  readonly method: string
  /** Of a no, for the calls that tell by whom it is said; the usual of an answer to this call, unless given. */
  readonly carriage?: Carriage | undefined
}

/**
 * Makes a call ready for the relay.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
export async function sealRequest<Method extends CallMethod>({
  id,
  method,
  params,
  ttl,
  ...sealing
}: RequestSealing<Method>): Promise<Publication> {
  const { request } = calls[method]
  const text = formatPayload({ type: 'request', id, method, params })
  return sealMessage({ ...sealing, text, carriage: ttl === undefined ? request : { ...request, ttl } })
}

/**
 * Makes the answer to a call ready for the relay.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
export async function sealAnswer({
  answer,
  method,
  carriage = isCallMethod(method) ? calls[method].response : unknownCallResponse,
  ...sealing
}: AnswerSealing): Promise<Publication> {
  return sealMessage({ ...sealing, text: formatPayload(answer), carriage })
}

export type RequestTo<Method extends CallMethod> = Omit<RequestSealing<Method>, 'ciphers'>

/** An answer, and what it answers. */
export type AnswerTo = Omit<AnswerSealing, 'ciphers' | 'answer'> & { readonly id: string } & (
    | { readonly result: unknown }
    | { readonly failure: PayloadFailure }
  )

/** What a wallet says: sealed, handed to the relay, and no news if it comes back. */
export interface Outbox {
  /** @throws MessageTooLargeError · RelayUnreachableError · RelayRefusedError */
  request<Method extends CallMethod>(request: RequestTo<Method>): Promise<void>
  /** @throws as `request` */
  answer(answer: AnswerTo): Promise<void>
  /** Waits for nothing: what can't be said is reported. */
  answerLater(answer: AnswerTo): void
  /** Says that a proposal was taken and what is granted, and listens to the session. @throws as `request` */
  settle(settlement: { readonly response: AnswerTo; readonly settle: RequestTo<'wc_sessionSettle'> }): Promise<void>
}

export function createOutbox({
  ciphers,
  transport,
  inbox,
  report,
}: {
  readonly ciphers: Ciphers
  readonly transport: Transport
  readonly inbox: Pick<Inbox, 'sent'>
  readonly report: (error: unknown) => void
}): Outbox {
  const publish = async (publication: Publication): Promise<void> => {
    inbox.sent(publication)
    await transport.call({ method: 'irn_publish', params: publication })
  }
  const sealed = ({ id, ...answer }: AnswerTo): Promise<Publication> =>
    sealAnswer({
      ...answer,
      ciphers,
      answer:
        'failure' in answer
          ? { type: 'failure', id, error: answer.failure }
          : { type: 'result', id, result: answer.result },
    })
  const answer = async (to: AnswerTo) => publish(await sealed(to))
  return {
    request: async (to) => publish(await sealRequest({ ...to, ciphers })),
    answer,
    answerLater: (to) => void answer(to).catch(report),
    async settle(settlement) {
      const response = await sealed(settlement.response)
      const settle = await sealRequest({ ...settlement.settle, ciphers })
      try {
        inbox.sent(response)
        inbox.sent(settle)
        await transport.call({
          method: 'wc_approveSession',
          params: {
            pairingTopic: response.topic,
            sessionTopic: settle.topic,
            sessionProposalResponse: response.message,
            sessionSettlementRequest: settle.message,
          },
        })
        transport.adopt([settle.topic])
      } catch (error) {
        // The older way, also for a relay that only failed at the newer: it takes each text once.
        if (!(error instanceof RelayAnswerError)) throw error
        await transport.watch([settle.topic])
        // The settlement first: an application that knows its topic finds it there.
        await publish(settle)
        await publish(response)
      }
    },
  }
}
