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

/** What a relay hands over of a topic. */
export interface Delivery {
  readonly topic: string
  readonly message: string
  /** ms since 1970, by the relay's clock. */
  readonly publishedAt: number
  readonly tag: number
  readonly attestation?: string | undefined
}

/** What a client asks of a relay. */
export interface RelayParams {
  readonly irn_publish: Publication
  readonly irn_batchPublish: { readonly messages: readonly Publication[] }
  readonly irn_subscribe: { readonly topic: string }
  readonly irn_batchSubscribe: { readonly topics: readonly string[] }
  /** The id may be computed without having been told: see `subscriptionIdOf`. */
  readonly irn_unsubscribe: { readonly topic: string; readonly id: string }
  readonly irn_batchUnsubscribe: {
    readonly subscriptions: readonly { readonly topic: string; readonly id: string }[]
  }
  readonly irn_fetchMessages: { readonly topic: string }
  /** Publishes a proposal and subscribes to its answer in one, on a topic that nobody has used. */
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
