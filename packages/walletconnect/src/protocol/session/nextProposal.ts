import type { ProposalNamespaces } from '../namespaces/namespace.js'
import { accepting, type Unusable } from './accepting.js'
import type { Settlement } from './messages.js'
import type { ActiveSession } from './nextSession.js'
import type { PayloadFailure } from './payload.js'
import * as peerFailures from './peerFailures.js'

/** An application's proposal, from its sending to its session. Times are ms since 1970. */
export type ProposalState =
  /** Sent; no wallet has answered. */
  | {
      readonly status: 'proposed'
      readonly id: string
      readonly requested: ProposalNamespaces
      readonly expiresAt: number
    }
  /** A wallet said yes; its settlement is to come on the topic that both keys make. */
  | {
      readonly status: 'answered'
      readonly topic: string
      /** The key by which the wallet answered: no other may settle. */
      readonly responderPublicKey: string
      readonly requested: ProposalNamespaces
      readonly expiresAt: number
    }
  | { readonly status: 'settled'; readonly session: ActiveSession }
  /** The wallet's visitor, or the wallet, said no. */
  | { readonly status: 'refused'; readonly failure: PayloadFailure }
  | Unusable
  | { readonly status: 'expired' }

export type ProposalEvent =
  | { readonly type: 'answered'; readonly id: string; readonly topic: string; readonly responderPublicKey: string }
  | { readonly type: 'refused'; readonly id: string; readonly failure: PayloadFailure }
  | { readonly type: 'settled'; readonly topic: string; readonly settlement: Settlement; readonly now: number }
  | { readonly type: 'timePassed'; readonly now: number }

/**
 * Every rule of a proposal. What isn't for it, comes twice, or comes late leaves the state as it is: the same object.
 *
 * @see W5
 */
export function nextProposal(state: ProposalState, event: ProposalEvent): ProposalState {
  switch (event.type) {
    case 'answered': {
      if (state.status !== 'proposed' || event.id !== state.id) return state
      const { topic, responderPublicKey } = event
      return { status: 'answered', topic, responderPublicKey, requested: state.requested, expiresAt: state.expiresAt }
    }
    case 'refused':
      return state.status === 'proposed' && event.id === state.id
        ? { status: 'refused', failure: event.failure }
        : state
    case 'settled':
      return state.status === 'answered' && event.topic === state.topic ? settledBy(state, event) : state
    case 'timePassed': {
      const isPending = state.status === 'proposed' || state.status === 'answered'
      return isPending && event.now >= state.expiresAt ? { status: 'expired' } : state
    }
  }
}

function settledBy(
  { topic, responderPublicKey, requested }: Extract<ProposalState, { status: 'answered' }>,
  { settlement, now }: Extract<ProposalEvent, { type: 'settled' }>,
): ProposalState {
  const { controller, expiry } = settlement
  if (controller.publicKey !== responderPublicKey || expiry * 1_000 <= now)
    return { status: 'unusable', topic, failure: peerFailures.invalidSettle }
  return accepting({ topic, requested, granted: settlement.namespaces }, (namespaces) => {
    const session = { status: 'active', topic, controller: controller.publicKey, requested, namespaces } as const
    return { status: 'settled', session: { ...session, expiresAt: expiry * 1_000, updateId: '0', eventIds: {} } }
  })
}
