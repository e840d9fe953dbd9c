import { ProviderDisconnectedError, RequestTimeoutError } from '@foyer/core/errors'
import {
  InvalidNamespacesError,
  mayEmit,
  type Payload,
  peerFailures,
  type SessionNamespaces,
  sessionTimes,
} from '../protocol/index.js'
import { checkGrant } from './checkGrant.js'
import { expireRecords } from './expireRecords.js'
import type { Requests } from './requests.js'
import { UnknownSessionError } from './UnknownSessionError.js'
import type { WalletClient, WalletEvent, WalletSession } from './walletClient.js'
import type { WalletContext } from './walletContext.js'
import type { StoredSession } from './walletRecords.js'

type Ended = Extract<WalletEvent, { readonly type: 'ended' }>

/** The sessions of a wallet, as its visitor has them. What applications ask of them is in `sessionCalls`. */
export interface Sessions extends Pick<WalletClient, 'emit' | 'update' | 'extend' | 'ping' | 'disconnect'> {
  /** What an application answered. */
  takeAnswer(answer: { readonly topic: string; readonly payload: Exclude<Payload, { type: 'request' }> }): void
  /** The application has it. */
  acknowledge(topic: string): void
  /** To a week from now. */
  prolong(topic: string): WalletSession
  end(session: Pick<Ended, 'topic' | 'why'>): void
  /** Ends those whose time is over. @returns when the next one's is */
  expire(now: number): number | undefined
  /** Nobody answers any more. */
  stop(error: unknown): void
}

/** How long an application may take to answer a ping. */
const pingMs = 30_000

/** A ping that waits, or an update that may yet be refused. */
interface Asked {
  readonly topic: string
  answered(answer: Exclude<Payload, { type: 'request' }>): void
  failed(error: unknown): void
}

export function createSessions(context: WalletContext, { requests }: { readonly requests: Requests }): Sessions {
  const { records, clock, outbox, tell, transport, nextId, timesChanged, report } = context
  const asked = new Map<string, Asked>()

  function known(topic: string): StoredSession {
    const stored = records.sessions.get(topic)
    if (!stored || clock.now() >= stored.session.expiresAt) throw new UnknownSessionError()
    return stored
  }

  /** Changes what is known of a session that may be over by now. */
  function change(topic: string, changes: Partial<WalletSession>): WalletSession | undefined {
    const stored = records.sessions.get(topic)
    if (!stored) return undefined
    const session = { ...stored.session, ...changes }
    records.sessions.set(topic, { ...stored, session })
    return session
  }

  function end({ topic, why }: Pick<Ended, 'topic' | 'why'>): void {
    if (!records.sessions.get(topic)) return
    records.sessions.delete(topic)
    transport.unwatch([topic])
    requests.drop(topic)
    for (const [id, each] of [...asked]) {
      if (each.topic !== topic) continue
      asked.delete(id)
      each.failed(new ProviderDisconnectedError())
    }
    timesChanged()
    tell({ type: 'ended', topic, why })
  }

  function takeUpdateBack({
    topic,
    applied,
    former,
  }: {
    readonly topic: string
    readonly applied: SessionNamespaces
    readonly former: SessionNamespaces
  }): WalletSession | undefined {
    const isLast = records.sessions.get(topic)?.session.namespaces === applied
    return isLast ? change(topic, { namespaces: former }) : undefined
  }

  const sessions: Sessions = {
    takeAnswer({ topic, payload }) {
      const stored = records.sessions.get(topic)
      if (stored?.settleId === payload.id) {
        if (payload.type === 'result') sessions.acknowledge(topic)
        else if (!stored.session.acknowledged) end({ topic, why: 'refused' })
        return
      }
      const call = asked.get(payload.id)
      if (call?.topic !== topic) return
      asked.delete(payload.id)
      call.answered(payload)
    },
    acknowledge(topic) {
      if (records.sessions.get(topic)?.session.acknowledged !== false) return
      const session = change(topic, { acknowledged: true })
      if (session) tell({ type: 'acknowledged', session })
    },
    prolong(topic) {
      const { session } = known(topic)
      return change(topic, { expiresAt: clock.now() + sessionTimes.lifetime * 1_000 }) ?? session
    },
    end,
    expire: (now) =>
      expireRecords({
        records: records.sessions,
        now,
        expiresAt: ({ session }) => session.expiresAt,
        end: (topic) => end({ topic, why: 'expired' }),
      }),
    stop(error) {
      for (const each of asked.values()) each.failed(error)
      asked.clear()
    },

    async emit({ topic, chainId, name, data }) {
      const { session, symKey } = known(topic)
      if (!mayEmit({ namespaces: session.namespaces, chainId, event: name }))
        throw new InvalidNamespacesError({ failure: peerFailures.unauthorizedEvent })
      const params = { event: { name, data }, chainId }
      await outbox.request({ topic, symKey, id: nextId(), method: 'wc_sessionEvent', params })
    },
    async update({ topic, namespaces }) {
      const { session, symKey, required } = known(topic)
      checkGrant({ namespaces, required, scopedProperties: session.scopedProperties })
      const former = session.namespaces
      const updated = change(topic, { namespaces }) ?? session
      const id = nextId()
      const takeBack = () => takeUpdateBack({ topic, applied: namespaces, former })
      asked.set(id, {
        topic,
        answered({ type }) {
          const restored = type === 'failure' ? takeBack() : undefined
          if (restored) tell({ type: 'updateRefused', session: restored })
        },
        failed: () => {},
      })
      try {
        await outbox.request({ topic, symKey, id, method: 'wc_sessionUpdate', params: { namespaces } })
      } catch (error) {
        asked.delete(id)
        takeBack()
        throw error
      }
      return updated
    },
    async extend({ topic }) {
      const { symKey } = known(topic)
      const expiry = Math.floor(clock.now() / 1_000) + sessionTimes.lifetime
      await outbox.request({ topic, symKey, id: nextId(), method: 'wc_sessionExtend', params: { expiry } })
      return sessions.prolong(topic)
    },
    async ping({ topic }) {
      const { symKey } = known(topic)
      const id = nextId()
      const answered = new Promise<void>((resolve, reject) => {
        const cancel = clock.setTimeout(() => fail(new RequestTimeoutError({ timeoutMs: pingMs })), pingMs)
        const fail = (error: unknown) => {
          asked.delete(id)
          cancel()
          reject(error)
        }
        // A no is a sign of life too.
        const answered = () => {
          cancel()
          resolve()
        }
        asked.set(id, { topic, answered, failed: fail })
      })
      const published = outbox.request({ topic, symKey, id, method: 'wc_sessionPing', params: {} })
      published.catch((error: unknown) => asked.get(id)?.failed(error))
      await answered
    },
    async disconnect({ topic, reason = peerFailures.disconnected }) {
      const { symKey } = known(topic)
      end({ topic, why: 'deleted' })
      await outbox.request({ topic, symKey, id: nextId(), method: 'wc_sessionDelete', params: reason }).catch(report)
    },
  }
  return sessions
}
