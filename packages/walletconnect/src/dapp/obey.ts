import {
  type CallMethod,
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
import type { SessionRecord } from './dappRecords.js'

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

/** What is answered to malformed parameters. */
const faults: Partial<Readonly<Record<CallMethod, PayloadFailure>>> = {
  wc_sessionSettle: peerFailures.invalidSettle,
  wc_sessionUpdate: peerFailures.invalidUpdate,
  wc_sessionExtend: peerFailures.invalidExtend,
  wc_sessionEvent: peerFailures.invalidEvent,
}

/**
 * Decides what a session's wallet asks of its application. A topic is known to both alone, so that it is the wallet who asks; what only an
 * application may ask, and a second settlement, is refused.
 *
 * @param asked.now - ms since 1970
 * @see W4, W5, W7, W8
 */
export function obey({
  session,
  request,
  now,
}: {
  readonly session: SessionRecord
  readonly request: PeerRequest
  readonly now: number
}): Outcome {
  const { method } = request
  if (!takes(dappReads, method)) return { state: session, failure: notTaken(method) }
  try {
    return outcomeOf({ session, request, method, now })
  } catch (error) {
    if (!(error instanceof InvalidPayloadError)) throw error
    const failure = faults[method] ?? peerFailures.invalidMethod
    // Namespaces that can't be read grant nothing.
    const isUnusable = method === 'wc_sessionUpdate'
    return { state: isUnusable ? { status: 'unusable', topic: session.topic, failure } : session, failure }
  }
}

function outcomeOf({
  session,
  request: { id, params },
  method,
  now,
}: Parameters<typeof obey>[0] & { readonly method: keyof typeof dappReads.params }): Outcome {
  switch (method) {
    case 'wc_sessionUpdate': {
      const { namespaces } = parseParams({ reads: dappReads, method, params })
      const state = nextSession(session, { type: 'updated', id, namespaces })
      if (state.status === 'unusable') return { state, failure: state.failure }
      const isOld = state === session && id !== session.updateId
      return { state, failure: isOld ? peerFailures.invalidUpdate : undefined }
    }
    case 'wc_sessionEvent': {
      const { event, chainId } = parseParams({ reads: dappReads, method, params })
      const { name, data } = event
      if (!mayEmit({ namespaces: session.namespaces, chainId, event: name }))
        return { state: session, failure: peerFailures.unauthorizedEvent }
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
      return { state: session, failure: faults[method] ?? peerFailures.invalidMethod }
  }
}
