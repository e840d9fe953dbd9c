import type { Exchange } from '../exchange/createExchange.js'
import type { Records } from '../exchange/records.js'
import { isCallMethod } from '../protocol/calls.js'
import { failureIn } from '../protocol/errors.js'
import * as peerFailures from '../protocol/failures.js'
import { familyOf } from '../protocol/families.js'
import { parseParams, sessionReads } from '../protocol/messages.js'
import { mayEmit } from '../protocol/namespaces.js'
import type { Answer, PayloadFailure } from '../protocol/payload.js'
import type { Reason } from '../protocol/schemas.js'
import { emittedSession, extendedSession, updatedSession } from '../protocol/states.js'
import type { DappSession, EngineEvent } from './engine.js'
import type { SessionRecord } from './records.js'

/** A request of a wallet, as it came. */
export interface PeerRequest {
  readonly id: string
  readonly method: string
  readonly params: unknown
}

/** Answers a request: that it is done, or why it isn't. */
export type Reply = (failure?: PayloadFailure) => void

/** How the messages of a topic are opened and taken. */
export interface Channel {
  /** In hex. */
  readonly symKey: string
  requested(request: PeerRequest, reply: Reply): void
  answered(answer: Answer): Promise<void> | void
}

/** The claims of the pages that share an engine to their sessions, so that it ends those that are left behind. */
export interface SessionClaims {
  /** Whether a page has taken a session for its own, ever. */
  isClaimed(topic: string): boolean
  /** The session that a page took last. */
  latest(): string | undefined
}

/** Everything that sessions are kept and ended with. */
export interface SessionContext extends Exchange {
  readonly sessions: Records<SessionRecord>
  /** None where there is one page: then every session is its own. */
  readonly claims?: SessionClaims | undefined
  emit(event: EngineEvent): void
  /** To be called whenever a time at which something expires has changed. */
  timesChanged(): void
}

type Ended = Extract<EngineEvent, { readonly type: 'ended' }>

/** The sessions of an application. */
export interface Sessions {
  /** The newest first. */
  standing(): readonly DappSession[]
  channelOf(topic: string): Channel | undefined
  keep(session: SessionRecord): void
  /** There is one more, or one less. */
  changed(): void
  /** Forgets a session; where there is a reason for the wallet it is sent that. @returns once the relay has it */
  end(session: Pick<Ended, 'topic' | 'why'> & { readonly reason?: Reason | undefined }): Promise<void>
  /** Ends those that have expired or are left behind. @returns when the next one may have to be */
  expire(now: number): number | undefined
}

/** A session that no page has taken by then is left behind: longer than a page that is loaded again may take for it. */
const claimMs = 600_000

/** A session without its secret and its book-keeping. */
export const sessionOf = ({ symKey, status, updateId, eventIds, claimBy, ...session }: SessionRecord): DappSession =>
  session

/** @see W4, W6, W7, W8 */
export function createSessions(context: SessionContext): Sessions {
  const { sessions: kept, claims, clock, emit, timesChanged } = context
  const standing = () =>
    kept
      .all()
      .map(([, record]) => sessionOf(record))
      .reverse()
  const sessions: Sessions = {
    standing,
    channelOf(topic) {
      const session = kept.get(topic)
      return (
        session && {
          symKey: session.symKey,
          requested: (request, reply) => takeRequest(context, { sessions, session, request, reply }),
          answered: (payload) => emit({ type: 'answered', topic, payload }),
        }
      )
    },
    keep: (session) => kept.set(session.topic, { ...session, ...(claims ? { claimBy: clock.now() + claimMs } : {}) }),
    changed() {
      emit({ type: 'sessions', sessions: standing() })
      timesChanged()
    },
    async end({ topic, why, reason }) {
      const session = kept.get(topic)
      if (!session) return
      kept.delete(topic)
      context.transport.unwatch([topic])
      emit({ type: 'ended', topic, why })
      sessions.changed()
      const { symKey } = session
      if (reason)
        await context.outbox
          .request({ topic, symKey, method: 'wc_sessionDelete', params: reason })
          .catch(context.report)
    },
    expire(now) {
      for (const [topic, { expiresAt }] of kept.all())
        if (now >= expiresAt) void sessions.end({ topic, why: 'expired' })
      if (claims) endLeftBehind(context, { sessions, claims, now })
      return Math.min(...kept.all().map(([, { expiresAt, claimBy = expiresAt }]) => Math.min(expiresAt, claimBy)))
    },
  }
  return sessions
}

/**
 * Ends what pages have left behind: a session that no page has taken in its time, as the one that asked for it is gone; and one whose place another
 * has taken, as the page that did so was closed before it could end it.
 */
function endLeftBehind(
  { sessions: kept }: SessionContext,
  { sessions, claims, now }: { readonly sessions: Sessions; readonly claims: SessionClaims; readonly now: number },
): void {
  const reason = peerFailures.disconnected
  const latest = kept.get(claims.latest() ?? '')
  const families = new Set(Object.keys(latest?.namespaces ?? {}).map(familyOf))
  const isReplaced = ({ namespaces }: SessionRecord) =>
    Object.keys(namespaces).every((key) => families.has(familyOf(key)))
  for (const [topic, session] of kept.all()) {
    const { claimBy, ...claimed } = session
    if (claimBy !== undefined && now < claimBy) continue
    const isOther = topic !== latest?.topic
    if (isOther && claimBy !== undefined && !claims.isClaimed(topic))
      void sessions.end({ topic, why: 'deleted', reason })
    else if (isOther && isReplaced(session)) void sessions.end({ topic, why: 'replaced', reason })
    else if (claimBy !== undefined) kept.set(topic, claimed)
  }
}

/** The answer to a call that an application doesn't take. */
export const notTaken = (method: string): PayloadFailure =>
  isCallMethod(method) ? peerFailures.invalidMethod : peerFailures.unsupportedCall

/** A request of a session's wallet, and how it is answered. */
interface SessionRequest {
  readonly sessions: Sessions
  readonly session: SessionRecord
  readonly request: PeerRequest
  readonly reply: Reply
}

/**
 * Takes a request of a session's wallet. A topic is known to both alone, so that the wallet is who sent it; a call that only an application may make,
 * and a second settlement, is refused.
 *
 * @see W4, W5, W7, W8
 */
function takeRequest(
  { sessions: kept, clock, emit, timesChanged }: SessionContext,
  { sessions, session, request: { id, method, params }, reply }: SessionRequest,
): void {
  const { topic } = session
  /** Answers, and keeps the session as it is by now. */
  const become = (next: SessionRecord, event: EngineEvent) => {
    reply()
    if (next === session) return
    kept.set(topic, next)
    timesChanged()
    emit(event)
  }
  try {
    switch (method) {
      case 'wc_sessionUpdate': {
        const next = updatedSession({ session, id, ...parseParams({ reads: sessionReads, method, params }) })
        if (next === session && id !== session.updateId) reply(peerFailures.invalidUpdate)
        else become(next, { type: 'updated', session: sessionOf(next) })
        break
      }
      case 'wc_sessionEvent': {
        const { event, chainId } = parseParams({ reads: sessionReads, method, params })
        const { name, data } = event
        if (!mayEmit({ namespaces: session.namespaces, chainId, event: name })) reply(peerFailures.unauthorizedEvent)
        else become(emittedSession({ session, id, name }), { type: 'emitted', topic, chainId, name, data })
        break
      }
      case 'wc_sessionExtend': {
        const next = extendedSession({ session, now: clock.now() })
        become(next, { type: 'extended', session: sessionOf(next) })
        break
      }
      case 'wc_sessionDelete':
        reply()
        void sessions.end({ topic, why: 'deleted' })
        break
      case 'wc_sessionPing':
        reply()
        break
      default:
        reply(method === 'wc_sessionSettle' ? peerFailures.invalidSettle : notTaken(method))
    }
  } catch (error) {
    const isUpdate = method === 'wc_sessionUpdate'
    const reason = failureIn({ error, malformed: isUpdate ? peerFailures.invalidUpdate : peerFailures.invalidMethod })
    reply(reason)
    // Namespaces that can't be used, or read, grant nothing.
    if (isUpdate) void sessions.end({ topic, why: 'unusable', reason })
  }
}
