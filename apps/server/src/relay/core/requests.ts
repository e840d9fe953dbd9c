import * as v from 'valibot'
import { RelayRequestError } from './RelayRequestError.js'

/** So many topics or messages in one request. */
export const mostOfBatch = 500
/** Of one sealed message: what the public relay takes of answers. */
export const mostMessageBytes = 98_304
const mostAttestation = 8_192
const secondsOfTtl = { least: 1, most: 2_592_000 }
/** What proposals and their answers are kept for, in seconds. */
const sessionTtl = 300

const Topic = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'InvalidTopic'))

// UTF-8 has no more bytes than a text has characters where all are ASCII, as they are in base64.
const Envelope = v.pipe(v.string(), v.minLength(1), v.maxBytes(mostMessageBytes, 'PayloadSizeExceeded'))

const Attestation = v.pipe(
  v.nullish(v.pipe(v.string(), v.maxLength(mostAttestation, 'PayloadSizeExceeded'))),
  v.transform((said) => said ?? undefined),
)

const Ttl = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(secondsOfTtl.least, 'TtlTooShort'),
  v.maxValue(secondsOfTtl.most, 'TtlTooLong'),
)

const batchOf = <Item>(item: v.GenericSchema<unknown, Item>): v.GenericSchema<unknown, Item[]> =>
  v.pipe(v.array(item), v.minLength(1, 'BatchEmpty'), v.maxLength(mostOfBatch, 'BatchLimitExceeded'))

// What clients say besides (whom to wake, figures for analytics) is neither kept nor handed on.
const Publish = v.object({
  topic: Topic,
  message: Envelope,
  ttl: Ttl,
  tag: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295)), 0),
  attestation: Attestation,
})
export type Publish = v.InferOutput<typeof Publish>

const OneTopic = v.object({ topic: Topic })
const Topics = v.object({ topics: batchOf(Topic) })

const Propose = v.pipe(
  v.object({
    pairingTopic: Topic,
    sessionProposal: Envelope,
    ttl: v.optional(Ttl, sessionTtl),
    attestation: Attestation,
  }),
  v.transform(({ pairingTopic, sessionProposal, ttl, attestation }) => ({
    subscribe: [pairingTopic],
    publish: [{ topic: pairingTopic, message: sessionProposal, ttl, tag: 1100, attestation }],
  })),
)

const Approve = v.pipe(
  v.object({
    pairingTopic: Topic,
    sessionTopic: Topic,
    sessionProposalResponse: Envelope,
    sessionSettlementRequest: Envelope,
    ttl: v.optional(Ttl, sessionTtl),
  }),
  v.transform(({ pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl }) => ({
    subscribe: [sessionTopic],
    publish: [
      { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: 1101, attestation: undefined },
      { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: 1102, attestation: undefined },
    ],
  })),
)

/** What a client wants, whatever the method that says so. */
export interface Request {
  readonly publish?: readonly Publish[] | undefined
  readonly subscribe?: readonly string[] | undefined
  readonly unsubscribe?: readonly string[] | undefined
  readonly fetch?: readonly string[] | undefined
  /** what it is told when that is done: `true`, the ids of its subscriptions, or the messages */
  readonly answer: 'true' | 'subscription' | 'subscriptions' | 'messages'
}

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
 * which the relay does so in its name.
 * The ids in an unsubscription are the clients' own and not looked at: who unsubscribes is known, and from what is said.
 */
const methods: Readonly<Record<string, v.GenericSchema<unknown, Request>>> = {
  irn_publish: request(Publish, 'true', (message) => ({ publish: [message] })),
  irn_batchPublish: request(v.object({ messages: batchOf(Publish) }), 'true', ({ messages }) => ({
    publish: messages,
  })),
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
  PayloadSizeExceeded: `Payload size limit exceeded. Maximum size is ${mostMessageBytes}`,
  TtlTooShort: `TTL too short: ${secondsOfTtl.least} s at least`,
  TtlTooLong: `TTL too long: ${secondsOfTtl.most} s at most`,
  BatchEmpty: 'The batch is empty',
  BatchLimitExceeded: `Batch limit exceeded: ${mostOfBatch} at most`,
} as const

const isNamed = (message: string): message is keyof typeof sentences => Object.hasOwn(sentences, message)

/**
 * Reads what a client wants.
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
