import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Exchange } from '../exchange/createExchange.js'
import type { RecordBook, RecordedTexts, Records } from '../exchange/records.js'
import { ProposalNamespaces } from '../protocol/namespaces.js'
import { hex32, listOf, type PeerMetadata, timestamp, word } from '../protocol/schemas.js'
import { WalletAuthentication, type WalletEvent, WalletProposal, WalletRequest, WalletSession } from './client.js'

/** The context that the parts of a wallet client have in common. */
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
const StoredPairing = v.object({
  /** In hex. */
  symKey: hex32,
  /** The methods that the application said it would call. */
  methods: listOf(word),
  expiresAt: timestamp,
  /** The public key of the application whose proposal was answered: whatever else it proposes by this pairing is one proposal with that. */
  answeredKey: v.optional(hex32),
})
export type StoredPairing = Output<typeof StoredPairing>

/** With the proposer's key. */
const StoredProposal = v.object({ proposal: WalletProposal, publicKey: hex32 })
export type StoredProposal = Output<typeof StoredProposal>

/** With the requester's key. */
const StoredAuthentication = v.object({ authentication: WalletAuthentication, publicKey: hex32 })
export type StoredAuthentication = Output<typeof StoredAuthentication>

const StoredSession = v.object({
  session: WalletSession,
  /** In hex. */
  symKey: hex32,
  /** The namespaces that the application can't do without. */
  required: ProposalNamespaces,
  /** The id of the settlement, by which its answer is known. */
  settleId: v.optional(word),
})
export type StoredSession = Output<typeof StoredSession>

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

/**
 * Returns an application's proposals by a pairing, as a session and as a sign-in; each with what emits it, and what
 * forgets it.
 */
export const proposedBy = ({ records: { proposals, authentications }, emit }: WalletContext, pairingTopic: string) =>
  [
    ...proposals.all().map(([id, { proposal, publicKey }]) => ({
      ...{ pairingTopic: proposal.pairingTopic, publicKey },
      emit: () => emit({ type: 'proposed', proposal }),
      end(why: 'answered' | 'withdrawn') {
        proposals.delete(id)
        emit({ type: 'proposalEnded', id, why })
      },
    })),
    ...authentications.all().map(([id, { authentication, publicKey }]) => ({
      ...{ pairingTopic: authentication.pairingTopic, publicKey },
      emit: () => emit({ type: 'authenticate', authentication }),
      end(why: 'answered' | 'withdrawn') {
        authentications.delete(id)
        emit({ type: 'proposalEnded', id, why })
      },
    })),
  ].filter((each) => each.pairingTopic === pairingTopic)

/** Takes up what a wallet client kept. */
export const openWalletRecords = (book: RecordBook): WalletRecords => ({
  pairings: book.open({ name: 'wallet/pairings', version: 1, schema: StoredPairing }),
  proposals: book.open({ name: 'wallet/proposals', version: 1, schema: StoredProposal }),
  authentications: book.open({ name: 'wallet/authentications', version: 1, schema: StoredAuthentication }),
  sessions: book.open({ name: 'wallet/sessions', version: 1, schema: StoredSession }),
  requests: book.open({ name: 'wallet/requests', version: 1, schema: WalletRequest }),
  seenRequests: book.openTexts({ name: 'wallet/heardRequests', most: 256 }),
})
