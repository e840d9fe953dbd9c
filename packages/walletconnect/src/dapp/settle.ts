import {
  dappReads,
  InvalidPayloadError,
  nextProposal,
  type PayloadFailure,
  type ProposalState,
  parseParams,
  peerFailures,
  type Settlement,
} from '../protocol/index.js'
import type { ProposalRecord, SessionRecord } from './dappRecords.js'

/** A proposal that a wallet has agreed to, and not settled yet. */
export type AnsweredProposal = Extract<ProposalRecord, { readonly status: 'answered' }>

export type Settled =
  | { readonly session: SessionRecord; readonly failure?: undefined }
  | { readonly session?: undefined; readonly failure: PayloadFailure }

/**
 * Makes a session of a wallet's settlement: with what was asked for and granted, and no more.
 *
 * @param input.now - ms since 1970
 * @returns the session, or what the wallet is told of its settlement
 * @see W5, W8
 */
export function settle({
  pairingTopic,
  proposal,
  params,
  now,
}: {
  readonly pairingTopic: string
  readonly proposal: AnsweredProposal
  readonly params: unknown
  readonly now: number
}): Settled {
  let settlement: Settlement
  try {
    settlement = parseParams({ reads: dappReads, method: 'wc_sessionSettle', params })
  } catch (error) {
    if (!(error instanceof InvalidPayloadError)) throw error
    return { failure: peerFailures.invalidSettle }
  }
  const { topic, sessionKey: symKey } = proposal
  const next: ProposalState = nextProposal(proposal, { type: 'settled', topic, settlement, now })
  if (next.status !== 'settled')
    return { failure: next.status === 'unusable' ? next.failure : peerFailures.invalidSettle }
  const { controller, sessionConfig, sessionProperties, scopedProperties } = settlement
  const disableDeepLink = sessionConfig?.disableDeepLink ?? false
  const peer = controller.metadata
  return {
    session: { ...next.session, symKey, pairingTopic, peer, disableDeepLink, sessionProperties, scopedProperties },
  }
}
