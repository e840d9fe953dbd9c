import { type CallMethod, type Carriage, calls, isCallMethod, unknownCallResponse } from '../protocol/calls.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { type Bytes, keyToBytes } from '../protocol/codec.js'
import { sealEnvelope } from '../protocol/envelope.js'
import type { CallParams } from '../protocol/messages.js'
import { formatPayload, type Payload, type PayloadFailure } from '../protocol/payload.js'
import type { Publication } from '../protocol/relayCalls.js'
import type { Transport } from '../transport/transport.js'
import type { Inbox } from './inbox.js'

interface MessageSealing {
  readonly ciphers: Ciphers
  readonly topic: string
  /** In hex. */
  readonly symKey: string
  readonly payload: Payload
  readonly carriage: Carriage
  /** Makes the envelope one of type 1: see `SealParameters`. */
  readonly senderPublicKey?: Bytes | undefined
}

/**
 * Makes a message ready for the relay: without an attestation, and said so, as wallets that look for one don't wait then.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
async function sealMessage({ topic, symKey, payload, carriage, ...sealing }: MessageSealing): Promise<Publication> {
  const message = await sealEnvelope({ ...sealing, symKey: keyToBytes(symKey), text: formatPayload(payload) })
  return { topic, message, ...carriage, attestation: '' }
}

type Sealing = Omit<MessageSealing, 'payload' | 'carriage' | 'senderPublicKey'>

export interface RequestSealing<Method extends CallMethod> extends Sealing {
  readonly id: string
  readonly method: Method
  readonly params: CallParams[Method]
  /** Seconds that the relay keeps it, where that isn't the call's usual time. */
  readonly ttl?: number | undefined
}

/** An answer, and what it answers. */
export type AnswerTo = Omit<Sealing, 'ciphers'> &
  Pick<MessageSealing, 'senderPublicKey'> & {
    readonly id: string
    /** The call's, also where it is unknown. */
    readonly method: string
    /** Of a refusal, for the calls whose tag says whose it is; the usual of an answer to this call, unless given. */
    readonly carriage?: Carriage | undefined
  } & ({ readonly result: unknown } | { readonly failure: PayloadFailure })

export type AnswerSealing = AnswerTo & Pick<Sealing, 'ciphers'>

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
  const carriage = { ...request, ttl: ttl ?? request.ttl }
  return sealMessage({ ...sealing, payload: { type: 'request', id, method, params }, carriage })
}

/**
 * Makes the answer to a call ready for the relay.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
export async function sealAnswer({
  id,
  method,
  carriage = isCallMethod(method) ? calls[method].response : unknownCallResponse,
  ...sealing
}: AnswerSealing): Promise<Publication> {
  const payload: Payload =
    'failure' in sealing
      ? { type: 'failure', id, error: sealing.failure }
      : { type: 'result', id, result: sealing.result }
  return sealMessage({ ...sealing, payload, carriage })
}

export type RequestTo<Method extends CallMethod> = Omit<RequestSealing<Method>, 'ciphers' | 'id'> & {
  /** A new one unless given. */
  readonly id?: string | undefined
}

/** Sends what one side says: sealed, published, and ignored where the relay delivers it back. */
export interface Outbox {
  /** @throws RelayUnreachableError · RelayRefusedError · RelayAnswerError */
  publish(publication: Publication): Promise<void>
  /** @throws MessageTooLargeError, and as `publish` */
  request<Method extends CallMethod>(request: RequestTo<Method>): Promise<void>
  /** @throws as `request` */
  answer(answer: AnswerTo): Promise<void>
  /** Answers without a promise: what fails is reported. */
  reply(answer: AnswerTo): void
}

export function createOutbox({
  ciphers,
  transport,
  inbox,
  nextId,
  report,
}: {
  readonly ciphers: Ciphers
  readonly transport: Transport
  readonly inbox: Pick<Inbox, 'sent'>
  readonly nextId: () => string
  readonly report: (error: unknown) => void
}): Outbox {
  const publish = async (publication: Publication): Promise<void> => {
    inbox.sent(publication)
    await transport.call({ method: 'irn_publish', params: publication })
  }
  const answer = async (to: AnswerTo) => publish(await sealAnswer({ ...to, ciphers }))
  return {
    publish,
    request: async ({ id = nextId(), ...to }) => publish(await sealRequest({ ...to, id, ciphers })),
    answer,
    reply: (to) => void answer(to).catch(report),
  }
}
