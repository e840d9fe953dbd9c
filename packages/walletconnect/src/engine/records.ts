import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Kind } from '../exchange/records.js'
import { ProposalNamespaces } from '../protocol/namespaces.js'
import { hex32, mapOf, text, timestamp, word } from '../protocol/schemas.js'
import { DappSession } from './engine.js'

const proposal = {
  attempt: text,
  /** The pairing's. */
  symKey: hex32,
  requested: ProposalNamespaces,
  expiresAt: timestamp,
}

/** A proposal that a wallet may still answer, by its pairing's topic. Keys are in hex, times in ms since 1970. */
const ProposalRecord = v.union([
  v.object({
    ...proposal,
    status: v.literal('proposed'),
    id: word,
    privateKey: hex32,
    /** The calls that are sent beside the proposal, as the pairing's URI lists them. */
    methods: v.optional(v.array(word)),
  }),
  v.object({
    ...proposal,
    status: v.literal('answered'),
    /** The session's that is to be settled. */
    topic: hex32,
    sessionKey: hex32,
    responderPublicKey: hex32,
  }),
])
export type ProposalRecord = Output<typeof ProposalRecord>
/** A proposal that no wallet has answered. */
export type PendingProposal = Extract<ProposalRecord, { readonly status: 'proposed' }>
/** A proposal that a wallet has agreed to, and not settled yet. */
export type AnsweredProposal = Extract<ProposalRecord, { readonly status: 'answered' }>

/** A session and its key in hex, by its topic. */
const SessionRecord = v.object({
  ...DappSession.entries,
  status: v.literal('active'),
  symKey: hex32,
  updateId: word,
  eventIds: mapOf(word),
  /** Until when a page may take it; none where one has, or needn't say so. */
  claimBy: v.optional(timestamp),
})
export type SessionRecord = Output<typeof SessionRecord>

export const proposalKind: Kind<ProposalRecord> = { name: 'proposals', version: 1, schema: ProposalRecord }
export const sessionKind: Kind<SessionRecord> = { name: 'sessions', version: 1, schema: SessionRecord }
