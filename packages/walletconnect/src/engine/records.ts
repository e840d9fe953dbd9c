import * as v from 'valibot'
import type { Kind } from '../exchange/records.js'
import type { ActiveSession } from '../protocol/index.js'
import { properties } from '../protocol/messages.js'
import { ProposalNamespaces, SessionNamespaces } from '../protocol/namespaces.js'
import { hex32, mapOf, PeerMetadata, text, timestamp, word } from '../protocol/schemas.js'
import type { DappSession } from './engine.js'

/** A proposal that a wallet may still answer, by its pairing's topic. Keys are in hex, times in ms since 1970. */
export type ProposalRecord = {
  readonly attempt: string
  /** The pairing's. */
  readonly symKey: string
  readonly requested: ProposalNamespaces
  readonly expiresAt: number
} & (
  | {
      readonly status: 'proposed'
      readonly id: string
      readonly privateKey: string
      /** The calls that are sent beside the proposal, as the pairing's URI lists them. */
      readonly methods?: readonly string[] | undefined
    }
  | {
      readonly status: 'answered'
      /** The session's that is to be settled. */
      readonly topic: string
      readonly sessionKey: string
      readonly responderPublicKey: string
    }
)

/** A proposal that no wallet has answered. */
export type PendingProposal = Extract<ProposalRecord, { readonly status: 'proposed' }>

/** A session and its key in hex, by its topic. */
export interface SessionRecord extends DappSession, Pick<ActiveSession, 'status' | 'updateId' | 'eventIds'> {
  readonly symKey: string
  /** Until when a page may take it; none where one has, or needn't say so. */
  readonly claimBy?: number | undefined
}

const proposal = { attempt: text, symKey: hex32, requested: ProposalNamespaces, expiresAt: timestamp }

const ProposalRecord: v.GenericSchema<unknown, ProposalRecord> = v.union([
  v.object({
    ...proposal,
    status: v.literal('proposed'),
    id: word,
    privateKey: hex32,
    methods: v.optional(v.array(word)),
  }),
  v.object({
    ...proposal,
    status: v.literal('answered'),
    topic: hex32,
    sessionKey: hex32,
    responderPublicKey: hex32,
  }),
])

const session = {
  topic: hex32,
  pairingTopic: hex32,
  controller: hex32,
  peer: PeerMetadata,
  requested: ProposalNamespaces,
  namespaces: SessionNamespaces,
  expiresAt: v.number(),
  disableDeepLink: v.boolean(),
  signed: v.optional(v.unknown()),
  ...properties,
}

/** As pages send it to each other. */
export const Session: v.GenericSchema<unknown, DappSession> = v.object(session)

const SessionRecord: v.GenericSchema<unknown, SessionRecord> = v.object({
  ...session,
  status: v.literal('active'),
  symKey: hex32,
  updateId: word,
  eventIds: mapOf(word),
  claimBy: v.optional(timestamp),
})

export const proposalKind: Kind<ProposalRecord> = { name: 'proposals', version: 1, schema: ProposalRecord }
export const sessionKind: Kind<SessionRecord> = { name: 'sessions', version: 1, schema: SessionRecord }
