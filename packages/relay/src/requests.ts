import * as v from 'valibot'
import { RelayRequestError } from './errors.js'
import { lifetimeOf } from './kinds.js'

/** Topics in one request: official clients subscribe to as many at once. */
export const maxTopicsAtOnce = 500
/** Messages in one request. */
const maxMessagesAtOnce = 100
/** Of one sealed message: what the public relay accepts of responses. */
export const maxMessageBytes = 98_304
const maxAttestation = 8_192
const ttlSeconds = { min: 1, max: 2_592_000 }
/** How long proposals and their responses are stored, in seconds. */
const sessionTtl = 300

const Topic = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'InvalidTopic'))

// UTF-8 has no more bytes than a text has characters where all are ASCII, as they are in base64.
const Envelope = v.pipe(v.string(), v.minLength(1), v.maxBytes(maxMessageBytes, 'PayloadSizeExceeded'))

const Attestation = v.pipe(
  v.nullish(v.pipe(v.string(), v.maxLength(maxAttestation, 'PayloadSizeExceeded'))),
  v.transform((attestation) => attestation ?? undefined),
)

const Ttl = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(ttlSeconds.min, 'TtlTooShort'),
  v.maxValue(ttlSeconds.max, 'TtlTooLong'),
)

const batchOf = <Item>(item: v.GenericSchema<unknown, Item>, most = maxTopicsAtOnce) =>
  v.pipe(v.array(item), v.minLength(1, 'BatchEmpty'), v.maxLength(most, 'BatchLimitExceeded'))

// Further parameters (which device to wake, figures for analytics) are neither stored nor passed on.
const Publication = v.pipe(
  v.object({
    topic: Topic,
    message: Envelope,
    ttl: Ttl,
    tag: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295)), 0),
    attestation: Attestation,
  }),
  v.transform((message) => ({ ...message, ttl: lifetimeOf(message) })),
)

const OneTopic = v.object({ topic: Topic })
const Topics = v.object({ topics: batchOf(Topic) })

const Propose = v.pipe(
  v.object({
    pairingTopic: Topic,
    sessionProposal: Envelope,
    ttl: v.optional(Ttl, sessionTtl),
    attestation: Attestation,
  }),
  v.transform(({ pairingTopic, sessionProposal, ttl: asked, attestation }) => {
    const ttl = Math.min(asked, sessionTtl)
    return {
      subscribe: [pairingTopic],
      publish: [{ topic: pairingTopic, message: sessionProposal, ttl, tag: 1100, attestation }],
    }
  }),
)

const Approve = v.pipe(
  v.object({
    pairingTopic: Topic,
    sessionTopic: Topic,
    sessionProposalResponse: Envelope,
    sessionSettlementRequest: Envelope,
    ttl: v.optional(Ttl, sessionTtl),
  }),
  v.transform(({ pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl: asked }) => {
    const ttl = Math.min(asked, sessionTtl)
    return {
      subscribe: [sessionTopic],
      publish: [
        { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: 1101, attestation: undefined },
        { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: 1102, attestation: undefined },
      ],
    }
  }),
)

/** A message to be stored. */
export interface Publish {
  readonly topic: string
  readonly message: string
  /** in seconds */
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string | undefined
}

/** A request's effects, whatever its method. */
export interface Request {
  readonly publish?: readonly Publish[] | undefined
  readonly subscribe?: readonly string[] | undefined
  readonly unsubscribe?: readonly string[] | undefined
  readonly fetch?: readonly string[] | undefined
  /** the result: `true`, the ids of the subscriptions, or the messages */
  readonly answer: 'true' | 'subscription' | 'subscriptions' | 'messages'
}

/** The cost of a request: a step for itself, each message and each topic; and the bytes that are to be stored. */
export interface Cost {
  readonly steps: number
  readonly bytes: number
}

export const costOf = ({ publish = [], subscribe = [], unsubscribe = [], fetch = [] }: Request): Cost => ({
  steps: 1 + publish.length + subscribe.length + unsubscribe.length + fetch.length,
  bytes: publish.reduce((sum, { message, attestation = '' }) => sum + message.length + attestation.length, 0),
})

const request = <Input, Read>(
  schema: v.GenericSchema<unknown, Input>,
  answer: Request['answer'],
  read: (params: Input) => Read,
) =>
  v.pipe(
    schema,
    v.transform((params) => ({ ...read(params), answer })),
  )

/**
 * The methods of both dialects: the classic one, in which each side subscribes and publishes by itself, and the newer one, in
 * which the relay does so on its behalf.
 * The ids in an unsubscription are ignored: client and topic already say which one it is.
 */
const methods: Readonly<Record<string, v.GenericSchema<unknown, Request>>> = {
  irn_publish: request(Publication, 'true', (message) => ({ publish: [message] })),
  irn_batchPublish: request(
    v.object({ messages: batchOf(Publication, maxMessagesAtOnce) }),
    'true',
    ({ messages }) => ({
      publish: messages,
    }),
  ),
  irn_subscribe: request(OneTopic, 'subscription', ({ topic }) => ({ subscribe: [topic] })),
  irn_batchSubscribe: request(Topics, 'subscriptions', ({ topics }) => ({ subscribe: topics })),
  irn_unsubscribe: request(OneTopic, 'true', ({ topic }) => ({ unsubscribe: [topic] })),
  irn_batchUnsubscribe: request(v.object({ subscriptions: batchOf(OneTopic) }), 'true', ({ subscriptions }) => ({
    unsubscribe: subscriptions.map(({ topic }) => topic),
  })),
  irn_fetchMessages: request(OneTopic, 'messages', ({ topic }) => ({ fetch: [topic] })),
  irn_batchFetchMessages: request(Topics, 'messages', ({ topics }) => ({ fetch: topics })),
  wc_proposeSession: request(Propose, 'true', (both) => both),
  wc_approveSession: request(Approve, 'true', (both) => both),
}

const sentences = {
  InvalidTopic: 'Invalid topic: 64 hexadecimal digits in lower case are one',
  PayloadSizeExceeded: `Payload size limit exceeded. Maximum size is ${maxMessageBytes}`,
  TtlTooShort: `TTL too short: ${ttlSeconds.min} s at least`,
  TtlTooLong: `TTL too long: ${ttlSeconds.max} s at most`,
  BatchEmpty: 'The batch is empty',
  BatchLimitExceeded: `Batch limit exceeded: ${maxTopicsAtOnce} topics or ${maxMessagesAtOnce} messages at most`,
} as const

const isNamed = (message: string): message is keyof typeof sentences => Object.hasOwn(sentences, message)

/**
 * Parses a request.
 * @throws {@link RelayRequestError}
 */
export function readRequest({ method, params }: { method: string; params: unknown }): Request {
  const schema = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (schema === undefined) throw new RelayRequestError({ fault: 'InvalidMethod', message: 'Invalid method' })
  const read = v.safeParse(schema, params)
  if (read.success) return read.output
  const [issue] = read.issues
  if (isNamed(issue.message)) throw new RelayRequestError({ fault: issue.message, message: sentences[issue.message] })
  const place = v.getDotPath(issue)
  const message = `Invalid params: ${place === null ? 'an object is wanted' : `"${place}" is missing or malformed`}`
  throw new RelayRequestError({ fault: 'InvalidParams', message })
}
