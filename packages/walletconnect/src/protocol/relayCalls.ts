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

/** The calls that a client makes to a relay, which knows more calls. */
export interface RelayParams {
  readonly irn_publish: Publication
  readonly irn_batchSubscribe: { readonly topics: readonly string[] }
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

/** The relay's answers. */
export interface RelayResults {
  readonly irn_publish: true
  readonly irn_batchSubscribe: readonly string[]
  readonly wc_proposeSession: true
  readonly wc_approveSession: true
}

export type RelayMethod = keyof RelayParams

/** How many topics or messages one call may have. */
export const relayBatch = 500

/** Whether a relay doesn't know the method that it was asked by: then it has only the older way of proposing. */
export const isUnknownRelayMethod = ({ code }: { readonly code: number }): boolean =>
  code === -32_600 || code === -32_601

/** A message of a topic, as a relay hands it over. */
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

const done = v.literal(true)

/** The schemas of what it answers. */
export const relayResults: { readonly [Each in RelayMethod]: v.GenericSchema<unknown, RelayResults[Each]> } = {
  irn_publish: done,
  irn_batchSubscribe: v.pipe(v.array(word), v.maxLength(relayBatch)),
  wc_proposeSession: done,
  wc_approveSession: done,
}

type Refusal = 'clock' | 'origin' | 'noProject' | 'project'

/**
 * The reasons that relays give where they close a connection: what each means, the words by which it raises an alert [S8.28 S8.29], and the words that
 * relays have had for it over the years.
 */
export const relayRefusals: readonly (readonly [Refusal, string, RegExp])[] = [
  ['clock', 'JWT validation error: JWT Token is not yet valid', /not yet valid/i],
  ['origin', 'Unauthorized: origin not allowed', /origin not/i],
  ['noProject', 'Project ID is missing', /project id/i],
  ['project', 'Unauthorized: invalid key', /invalid key|project (not found|inactive)/i],
]

/** Returns the meaning of a relay's reason for closing a connection; undefined for any other. */
export const relayRefusal = (reason: string): Refusal | undefined =>
  relayRefusals.find(([, , words]) => words.test(reason))?.[0]
