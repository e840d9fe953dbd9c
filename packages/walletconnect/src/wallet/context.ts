import * as v from 'valibot'
import type { Exchange } from '../exchange/createExchange.js'
import type { RecordBook, RecordedTexts, Records } from '../exchange/records.js'
import { properties } from '../protocol/messages.js'
import { ProposalNamespaces, SessionNamespaces } from '../protocol/namespaces.js'
import { hex32, listOf, PeerMetadata, timestamp, word } from '../protocol/schemas.js'
import { AuthPayload } from '../signin/message.js'
import type { WalletAuthentication, WalletEvent, WalletProposal, WalletRequest, WalletSession } from './client.js'

/** What the parts of a wallet client have in common. */
export interface WalletContext extends Exchange {
  readonly metadata: PeerMetadata
  /** Whether its user signs in with a connection. */
  readonly authenticates: boolean
  readonly records: WalletRecords
  emit(event: WalletEvent): void
  /** To be called whenever a time at which something expires has changed. */
  timesChanged(): void
}

/** A call of an application, as it came. */
export interface IncomingCall {
  readonly topic: string
  /** In hex: of the topic. */
  readonly symKey: string
  readonly id: string
  readonly method: string
  readonly params: unknown
}

/** A pairing that was scanned. Times are ms since 1970. */
export interface StoredPairing {
  /** In hex. */
  readonly symKey: string
  /** What the application said that it would call. */
  readonly methods: readonly string[]
  readonly expiresAt: number
  /** The public key of the application whose proposal was answered: whatever else it proposes by this pairing is one proposal with that. */
  readonly answeredKey?: string | undefined
}

export interface StoredProposal {
  readonly proposal: WalletProposal
  /** The proposer's. */
  readonly publicKey: string
}

export interface StoredAuthentication {
  readonly authentication: WalletAuthentication
  /** The requester's. */
  readonly publicKey: string
}

export interface StoredSession {
  readonly session: WalletSession
  /** In hex. */
  readonly symKey: string
  /** What the application said that it can't do without. */
  readonly required: ProposalNamespaces
  /** The id of the settlement, by which its answer is known. */
  readonly settleId?: string | undefined
}

/** All that a wallet client keeps. */
export interface WalletRecords {
  /** By topic. */
  readonly pairings: Records<StoredPairing>
  /** By id, as the authentications. */
  readonly proposals: Records<StoredProposal>
  readonly authentications: Records<StoredAuthentication>
  /** By topic. */
  readonly sessions: Records<StoredSession>
  /** Unanswered, by id. */
  readonly requests: Records<WalletRequest>
  /** The requests that have come, answered or not, by topic and id. */
  readonly seenRequests: RecordedTexts
}

const Pairing: v.GenericSchema<unknown, StoredPairing> = v.object({
  symKey: hex32,
  methods: listOf(word),
  expiresAt: timestamp,
  answeredKey: v.optional(hex32),
})

const Proposal: v.GenericSchema<unknown, StoredProposal> = v.object({
  proposal: v.object({
    id: word,
    pairingTopic: hex32,
    proposer: PeerMetadata,
    required: ProposalNamespaces,
    optional: ProposalNamespaces,
    authentication: v.optional(listOf(AuthPayload)),
    expiresAt: timestamp,
    ...properties,
  }),
  publicKey: hex32,
})

const Authentication: v.GenericSchema<unknown, StoredAuthentication> = v.object({
  authentication: v.object({
    id: word,
    pairingTopic: hex32,
    requester: PeerMetadata,
    payload: AuthPayload,
    expiresAt: timestamp,
  }),
  publicKey: hex32,
})

const Session: v.GenericSchema<unknown, StoredSession> = v.object({
  session: v.object({
    topic: hex32,
    pairingTopic: hex32,
    peer: PeerMetadata,
    namespaces: SessionNamespaces,
    expiresAt: timestamp,
    acknowledged: v.boolean(),
    ...properties,
  }),
  symKey: hex32,
  required: ProposalNamespaces,
  settleId: v.optional(word),
})

const Request: v.GenericSchema<unknown, WalletRequest> = v.object({
  id: word,
  topic: hex32,
  chainId: word,
  method: word,
  params: v.optional(v.unknown(), null),
  expiresAt: timestamp,
})

/** Takes up what a wallet client kept. */
export const openWalletRecords = (book: RecordBook): WalletRecords => ({
  pairings: book.open({ name: 'wallet/pairings', version: 1, schema: Pairing }),
  proposals: book.open({ name: 'wallet/proposals', version: 1, schema: Proposal }),
  authentications: book.open({ name: 'wallet/authentications', version: 1, schema: Authentication }),
  sessions: book.open({ name: 'wallet/sessions', version: 1, schema: Session }),
  requests: book.open({ name: 'wallet/requests', version: 1, schema: Request }),
  seenRequests: book.openTexts({ name: 'wallet/heardRequests', most: 256 }),
})
