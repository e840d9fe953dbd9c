import type { ProposalNamespaces, SessionNamespaces } from '../namespaces/namespace.js'
import { mayEmit } from '../namespaces/permissions.js'
import { accepting, type Unusable } from './accepting.js'
import { isEarlier } from './isEarlier.js'
import { sessionTimes } from './sessionTimes.js'

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
 * object, and then nothing is to be told to anybody.
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
