import {
  type CallMethod,
  type CallParams,
  type Carriage,
  calls,
  formatPayload,
  isCallMethod,
  type Payload,
  type Publication,
  unknownCallResponse,
} from '../protocol/index.js'
import { type MessageSealing, sealMessage } from './sealMessage.js'

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
