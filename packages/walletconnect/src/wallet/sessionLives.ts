import { ProviderDisconnectedError } from '@foyer/core/errors'
import { expireRecords } from '../exchange/expiry.js'
import type { Answer } from '../protocol/payload.js'
import { sessionTimes } from '../protocol/states.js'
import type { WalletEvent, WalletSession } from './client.js'
import type { StoredSession, WalletContext } from './context.js'
import { UnknownSessionError } from './errors.js'
import type { Requests } from './requests.js'

type Ended = Extract<WalletEvent, { readonly type: 'ended' }>

/** A call to an application whose answer still matters. */
interface PendingCall {
  readonly topic: string
  answered(answer: Answer): void
  failed(error: unknown): void
}

/** How the sessions of a wallet begin, change and end. */
export interface SessionLives {
  /** @throws UnknownSessionError */
  known(topic: string): StoredSession
  /** Changes what is known of a session; undefined where it is over by now. */
  change(topic: string, changes: Partial<WalletSession>): WalletSession | undefined
  /** Waits for the answer to a call, by its id. */
  await(id: string, call: PendingCall): void
  /** Waits no longer. @returns the call */
  forget(id: string): PendingCall | undefined
  /** Takes an application's answer. */
  takeAnswer(answer: { readonly topic: string; readonly payload: Answer }): void
  /** The application has the settlement. */
  acknowledge(topic: string): void
  /** To a week from now. @throws UnknownSessionError */
  prolong(topic: string): WalletSession
  end(session: Pick<Ended, 'topic' | 'why'>): void
  /** Ends those whose time is over. @returns when the next one's is */
  expire(now: number): number | undefined
  /** Fails the pending calls. */
  stop(error: unknown): void
}

export function createSessionLives(
  { records, clock, emit, transport, timesChanged }: WalletContext,
  { requests }: { readonly requests: Requests },
): SessionLives {
  const waiting = new Map<string, PendingCall>()

  const lives: SessionLives = {
    known(topic) {
      const stored = records.sessions.get(topic)
      if (!stored || clock.now() >= stored.session.expiresAt) throw new UnknownSessionError()
      return stored
    },
    change(topic, changes) {
      const stored = records.sessions.get(topic)
      if (!stored) return undefined
      const session = { ...stored.session, ...changes }
      records.sessions.set(topic, { ...stored, session })
      return session
    },
    await: (id, call) => void waiting.set(id, call),
    forget(id) {
      const call = waiting.get(id)
      waiting.delete(id)
      return call
    },
    takeAnswer: (answer) => takeAnswer({ records, waiting, lives, ...answer }),
    acknowledge(topic) {
      if (records.sessions.get(topic)?.session.acknowledged !== false) return
      const session = lives.change(topic, { acknowledged: true })
      if (session) emit({ type: 'acknowledged', session })
    },
    prolong(topic) {
      const { session } = lives.known(topic)
      return lives.change(topic, { expiresAt: clock.now() + sessionTimes.lifetime * 1_000 }) ?? session
    },
    end({ topic, why }) {
      if (!records.sessions.get(topic)) return
      records.sessions.delete(topic)
      transport.unwatch([topic])
      requests.drop(topic)
      for (const [id, call] of [...waiting])
        if (call.topic === topic) lives.forget(id)?.failed(new ProviderDisconnectedError())
      timesChanged()
      emit({ type: 'ended', topic, why })
    },
    expire: (now) =>
      expireRecords({
        records: records.sessions,
        now,
        expiresAt: ({ session }) => session.expiresAt,
        end: (topic) => lives.end({ topic, why: 'expired' }),
      }),
    stop(error) {
      for (const id of [...waiting.keys()]) lives.forget(id)?.failed(error)
    },
  }
  return lives
}

function takeAnswer({
  records,
  waiting,
  lives,
  topic,
  payload,
}: Parameters<SessionLives['takeAnswer']>[0] & {
  readonly records: WalletContext['records']
  readonly waiting: ReadonlyMap<string, PendingCall>
  readonly lives: SessionLives
}): void {
  const stored = records.sessions.get(topic)
  if (stored?.settleId === payload.id) {
    if (payload.type === 'result') lives.acknowledge(topic)
    else if (!stored.session.acknowledged) lives.end({ topic, why: 'refused' })
  } else if (waiting.get(payload.id)?.topic === topic) lives.forget(payload.id)?.answered(payload)
}
