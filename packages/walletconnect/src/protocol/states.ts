import { acceptNamespaces } from './checkNamespaces.js'
import { InvalidNamespacesError } from './errors.js'
import * as peerFailures from './failures.js'
import type { Settlement } from './messages.js'
import { mayEmit, type ProposalNamespaces, type SessionNamespaces } from './namespaces.js'
import { isEarlier, type PayloadFailure } from './payload.js'

/** Seconds. */
export const sessionTimes = {
  /** From its settling, and from each extension. */
  lifetime: 604_800,
  /** A proposal's. */
  proposal: 300,
  /** A request's, unless its caller says otherwise: from five minutes to a week. */
  request: { usual: 300, least: 300, most: 604_800 },
} as const

/** What a wallet granted can't be used: it is to be answered so, and the topic to be left. */
export interface Unusable {
  readonly status: 'unusable'
  readonly topic: string
  readonly failure: PayloadFailure
}

/**
 * Goes on with what a wallet granted, as far as it was asked for.
 *
 * @returns what `next` makes of it, or why it can't be used
 */
export function accepting<Next>(
  {
    topic,
    ...grant
  }: { readonly topic: string; readonly requested: ProposalNamespaces; readonly granted: SessionNamespaces },
  next: (namespaces: SessionNamespaces) => Next,
): Next | Unusable {
  try {
    return next(acceptNamespaces(grant))
  } catch (error) {
    if (!(error instanceof InvalidNamespacesError)) throw error
    return { status: 'unusable', topic, failure: error.failure }
  }
}

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

/** A session as an application has it. Times are ms since 1970. */
export interface ActiveSession {
  readonly status: 'active'
  readonly topic: string
  /** The wallet's public key. */
  readonly controller: string
  readonly requested: ProposalNamespaces
  readonly namespaces: SessionNamespaces
  readonly expiresAt: number
  /** The id of the last update, `0` before the first. */
  readonly updateId: string
  /** The id of the last event, by its name. */
  readonly eventIds: Readonly<Record<string, string>>
}

export type SessionState =
  | ActiveSession
  | Unusable
  | { readonly status: 'deleted'; readonly topic: string }
  | { readonly status: 'expired'; readonly topic: string }

export type SessionChange =
  | { readonly type: 'updated'; readonly id: string; readonly namespaces: SessionNamespaces }
  | { readonly type: 'extended'; readonly now: number }
  | { readonly type: 'emitted'; readonly id: string; readonly name: string; readonly chainId: string }
  | { readonly type: 'deleted' }
  | { readonly type: 'timePassed'; readonly now: number }

/**
 * Every rule of a session's life. What wasn't granted, comes twice or was sent before what is known leaves the state as it is: the same
 * object, and then nothing is to be emitted.
 *
 * @see W7, W8
 */
export function nextSession(state: SessionState, change: SessionChange): SessionState {
  if (state.status !== 'active') return state
  switch (change.type) {
    case 'updated': {
      const { id: updateId, namespaces: granted } = change
      if (!isNews({ id: updateId, last: state.updateId })) return state
      return accepting({ ...state, granted }, (namespaces) => ({ ...state, namespaces, updateId }))
    }
    case 'extended': {
      const expiresAt = change.now + sessionTimes.lifetime * 1_000
      return expiresAt > state.expiresAt ? { ...state, expiresAt } : state
    }
    case 'emitted': {
      const { id, name, chainId } = change
      const last = Object.hasOwn(state.eventIds, name) ? state.eventIds[name] : undefined
      const isGranted = mayEmit({ namespaces: state.namespaces, chainId, event: name })
      return isGranted && isNews({ id, last }) ? { ...state, eventIds: { ...state.eventIds, [name]: id } } : state
    }
    case 'deleted':
      return { status: 'deleted', topic: state.topic }
    case 'timePassed':
      return change.now >= state.expiresAt ? { status: 'expired', topic: state.topic } : state
  }
}

/** Within a millisecond the order isn't known: only the very same is old then. */
const isNews = ({ id, last }: { readonly id: string; readonly last: string | undefined }): boolean =>
  last === undefined || (id !== last && !isEarlier({ id, than: last }))
