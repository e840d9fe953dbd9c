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
  type Publication,
  sealEnvelope,
  unknownCallResponse,
} from '../protocol/index.js'

interface Sealing {
  readonly ciphers: Ciphers
  readonly topic: string
  /** In hex. */
  readonly symKey: string
}

export interface RequestSealing<Method extends CallMethod> extends Sealing {
  readonly id: string
  readonly method: Method
  readonly params: CallParams[Method]
  /** Seconds that the relay keeps it, where that isn't the call's usual time. */
  readonly ttl?: number | undefined
}

export interface AnswerSealing extends Sealing {
  readonly answer: Exclude<Payload, { readonly type: 'request' }>
  /** What was asked for, also when nobody knows it. */
  readonly method: string
  /** Whose no it is, for the calls that tell them apart: default the answer’s own tag. */
  readonly as?: 'rejected' | 'autoRejected' | undefined
  /** Makes the envelope one of type 1: see `SealParameters`. */
  readonly senderPublicKey?: Bytes | undefined
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
  return publication({ ...sealing, text, carriage: ttl === undefined ? request : { ...request, ttl } })
}

/**
 * Makes the answer to a call ready for the relay.
 *
 * @throws MessageTooLargeError · UnusableKeyError
 */
export async function sealAnswer({ answer, method, as, ...sealing }: AnswerSealing): Promise<Publication> {
  return publication({ ...sealing, text: formatPayload(answer), carriage: carriageOf({ answer, method, as }) })
}

function carriageOf({ answer, method, as }: Pick<AnswerSealing, 'answer' | 'method' | 'as'>): Carriage {
  if (!isCallMethod(method)) return unknownCallResponse
  const { response, ...refusals } = calls[method]
  return (answer.type === 'failure' && as && refusals[as]) || response
}

/** Without an attestation, and said so: wallets that look for one don't wait then. */
async function publication({
  topic,
  symKey,
  carriage,
  ...sealing
}: Sealing & {
  readonly text: string
  readonly carriage: Carriage
  readonly senderPublicKey?: Bytes | undefined
}): Promise<Publication> {
  const message = await sealEnvelope({ ...sealing, symKey: hexToBytes(symKey) })
  return { topic, message, ...carriage, attestation: '' }
}
