import * as v from 'valibot'
import { parseAs } from './payload.js'
import { hex32, text, timestamp, word } from './schemas.js'

/** A message for a topic. Its kind, its time to live and whether to wake a wallet are all that the relay learns of it. */
export interface Publication {
  readonly topic: string
  /** An envelope in base64. */
  readonly message: string
  /** Seconds. */
  readonly ttl: number
  readonly tag: number
  readonly prompt?: boolean | undefined
  /** Empty where the application isn't attested: wallets that look for it wait where it is missing. */
  readonly attestation?: string | undefined
}

/** What a client asks of a relay. */
export interface RelayParams {
  readonly irn_publish: Publication
  readonly irn_batchPublish: { readonly messages: readonly Publication[] }
  readonly irn_subscribe: { readonly topic: string }
  readonly irn_batchSubscribe: { readonly topics: readonly string[] }
  /** The id may be computed: see `subscriptionIdOf`. */
  readonly irn_unsubscribe: { readonly topic: string; readonly id: string }
  readonly irn_batchUnsubscribe: {
    readonly subscriptions: readonly { readonly topic: string; readonly id: string }[]
  }
  readonly irn_fetchMessages: { readonly topic: string }
  /** Publishes a proposal and subscribes to its answer in one, on an unused topic. */
  readonly wc_proposeSession: {
    readonly pairingTopic: string
    /** The envelope of `wc_sessionPropose`. */
    readonly sessionProposal: string
    readonly attestation: string
  }
  /** Publishes the answer and the settlement, and subscribes to the session, in one. */
  readonly wc_approveSession: {
    readonly pairingTopic: string
    readonly sessionTopic: string
    /** The envelope of the answer to `wc_sessionPropose`. */
    readonly sessionProposalResponse: string
    /** The envelope of `wc_sessionSettle`. */
    readonly sessionSettlementRequest: string
  }
}

/** What the relay answers. */
export interface RelayResults {
  readonly irn_publish: true
  readonly irn_batchPublish: true
  readonly irn_subscribe: string
  readonly irn_batchSubscribe: readonly string[]
  readonly irn_unsubscribe: true
  readonly irn_batchUnsubscribe: true
  readonly irn_fetchMessages: { readonly messages: readonly Delivery[]; readonly hasMore: boolean }
  readonly wc_proposeSession: true
  readonly wc_approveSession: true
}

export type RelayMethod = keyof RelayParams

/** How many topics or messages one call may have. */
export const relayBatch = 500

/** What a relay says of a method that it doesn't know: that it has only the older way of proposing. */
export const isUnknownRelayMethod = ({ code }: { readonly code: number }): boolean =>
  code === -32_600 || code === -32_601

/** What a relay hands over of a topic. */
export interface Delivery extends Pick<Publication, 'topic' | 'message' | 'tag' | 'attestation'> {
  /** ms since 1970, by the relay's clock. */
  readonly publishedAt: number
}

/** Relays say nothing, null or an empty text where there is no attestation. */
const Delivery: v.GenericSchema<unknown, Delivery> = v.pipe(
  v.object({
    topic: hex32,
    message: v.string(),
    publishedAt: v.optional(timestamp, 0),
    tag: v.optional(timestamp, 0),
    attestation: v.nullish(text),
  }),
  v.transform(({ attestation, ...delivery }) => (attestation ? { ...delivery, attestation } : delivery)),
)

const Subscription = v.object({ data: Delivery })

/** Whether a relay's request hands a message over: by its ending, as relays have different names before it. */
export const isDelivery = (method: string): boolean => method.endsWith('_subscription')

/**
 * Reads the message that a relay hands over.
 *
 * @throws InvalidPayloadError
 */
export const parseDelivery = (params: unknown): Delivery =>
  parseAs({ schema: Subscription, value: params, at: 'params' }).data

/** The calls that a client makes by itself; relays know more of them. */
export type ClientMethod = 'irn_publish' | 'irn_batchSubscribe' | 'wc_proposeSession' | 'wc_approveSession'

const done = v.literal(true)

type ResultSchemas<Method extends RelayMethod> = {
  readonly [Each in Method]: v.GenericSchema<unknown, RelayResults[Each]>
}

/** The schemas of what a relay answers a client's own calls: a page downloads no others. */
export const clientResults: ResultSchemas<ClientMethod> = {
  irn_publish: done,
  irn_batchSubscribe: v.pipe(v.array(word), v.maxLength(relayBatch)),
  wc_proposeSession: done,
  wc_approveSession: done,
}

/** The schemas of all that a relay answers. */
export const relayResults: ResultSchemas<RelayMethod> = {
  ...clientResults,
  irn_batchPublish: done,
  irn_subscribe: word,
  irn_unsubscribe: done,
  irn_batchUnsubscribe: done,
  irn_fetchMessages: v.object({ messages: v.array(Delivery), hasMore: v.optional(v.boolean(), false) }),
}

/**
 * Reads what a relay answers.
 *
 * @throws InvalidPayloadError
 */
export function parseRelayResult<Method extends RelayMethod>({
  method,
  result,
}: {
  readonly method: Method
  readonly result: unknown
}): RelayResults[Method] {
  return parseAs<RelayResults[Method]>({ schema: relayResults[method], value: result, at: 'result' })
}

type Refusal = 'clock' | 'origin' | 'noProject' | 'project'

/**
 * What relays close a connection with when they refuse it: what it means, the words by which it raises an alert [S8.28 S8.29], and the words that
 * relays have had for it over the years.
 */
export const relayRefusals: readonly (readonly [Refusal, string, RegExp])[] = [
  ['clock', 'JWT validation error: JWT Token is not yet valid', /not yet valid/i],
  ['origin', 'Unauthorized: origin not allowed', /origin not/i],
  ['noProject', 'Project ID is missing', /project id/i],
  ['project', 'Unauthorized: invalid key', /invalid key|project (not found|inactive)/i],
]

/** What a relay's reason for closing a connection means; undefined for any other. */
export const relayRefusal = (reason: string): Refusal | undefined =>
  relayRefusals.find(([, , words]) => words.test(reason))?.[0]
