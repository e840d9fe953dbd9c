import {
  dappReads,
  InvalidPayloadError,
  isCallMethod,
  mayEmit,
  nextSession,
  type PayloadFailure,
  parseParams,
  peerFailures,
  type SessionState,
  takes,
} from '../protocol/index.js'
import type { SessionRecord } from './records.js'

export interface PeerRequest {
  readonly id: string
  readonly method: string
  readonly params: unknown
}

/** What becomes of a session by what its wallet asks, and what the wallet is answered. */
export interface Outcome {
  /** The same object where nothing changes. */
  readonly state: SessionState
  /** None where the wallet is answered that it is done. */
  readonly failure?: PayloadFailure | undefined
  readonly event?: { readonly chainId: string; readonly name: string; readonly data: unknown } | undefined
}

/** What a call is answered that an application doesn't take. */
export const notTaken = (method: string): PayloadFailure =>
  isCallMethod(method) ? peerFailures.invalidMethod : peerFailures.unsupportedCall

/**
 * Decides what a session's wallet asks of its application. A topic is known to both alone, so that it is the wallet who asks; what only an
 * application may ask, and a second settlement, is refused.
 *
 * @param asked.now - ms since 1970
 * @see W4, W5, W7, W8
 */
export function obey({
  session,
  request: { id, method, params },
  now,
}: {
  readonly session: SessionRecord
  readonly request: PeerRequest
  readonly now: number
}): Outcome {
  const refused = (failure: PayloadFailure): Outcome => ({ state: session, failure })
  if (!takes(dappReads, method)) return refused(notTaken(method))
  try {
    switch (method) {
      case 'wc_sessionUpdate': {
        const { namespaces } = parseParams({ reads: dappReads, method, params })
        const state = nextSession(session, { type: 'updated', id, namespaces })
        if (state.status === 'unusable') return { state, failure: state.failure }
        return state === session && id !== session.updateId ? refused(peerFailures.invalidUpdate) : { state }
      }
      case 'wc_sessionEvent': {
        const { event, chainId } = parseParams({ reads: dappReads, method, params })
        const { name, data } = event
        if (!mayEmit({ namespaces: session.namespaces, chainId, event: name }))
          return refused(peerFailures.unauthorizedEvent)
        const state = nextSession(session, { type: 'emitted', id, name, chainId })
        return { state, event: state === session ? undefined : { chainId, name, data } }
      }
      case 'wc_sessionExtend':
        parseParams({ reads: dappReads, method, params })
        return { state: nextSession(session, { type: 'extended', now }) }
      case 'wc_sessionDelete':
        return { state: nextSession(session, { type: 'deleted' }) }
      case 'wc_sessionPing':
        return { state: session }
      default:
        return refused(method === 'wc_sessionSettle' ? peerFailures.invalidSettle : peerFailures.invalidMethod)
    }
  } catch (error) {
    if (!(error instanceof InvalidPayloadError)) throw error
    if (method !== 'wc_sessionUpdate') return refused(peerFailures.invalidMethod)
    // Namespaces that can't be read grant nothing.
    const failure = peerFailures.invalidUpdate
    return { state: { status: 'unusable', topic: session.topic, failure }, failure }
  }
}
