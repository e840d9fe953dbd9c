import { RequestTimeoutError } from '@foyer/core/errors'
import {
  InvalidNamespacesError,
  mayEmit,
  type PayloadFailure,
  parseParams,
  peerFailures,
  sessionTimes,
  takes,
  walletReads,
} from '../protocol/index.js'
import type { WalletClient } from './client.js'
import type { IncomingCall, StoredSession, WalletContext } from './context.js'
import { checkGrant, failureOf } from './granting.js'
import type { Requests } from './requests.js'
import type { SessionLives } from './sessionLives.js'

/** What a wallet does with its sessions. What applications ask of them is in `sessionCalls`. */
export type Sessions = Pick<WalletClient, 'emit' | 'update' | 'extend' | 'ping' | 'disconnect'>

/** How long an application may take to answer a ping. */
const pingMs = 30_000

export function createSessions(
  { records, clock, outbox, tell, nextId, report }: WalletContext,
  { lives }: { readonly lives: SessionLives },
): Sessions {
  return {
    async emit({ topic, chainId, name, data }) {
      const { session, symKey } = lives.known(topic)
      if (!mayEmit({ namespaces: session.namespaces, chainId, event: name }))
        throw new InvalidNamespacesError({ failure: peerFailures.unauthorizedEvent })
      const params = { event: { name, data }, chainId }
      await outbox.request({ topic, symKey, id: nextId(), method: 'wc_sessionEvent', params })
    },
    async update({ topic, namespaces }) {
      const { session, symKey, required } = lives.known(topic)
      checkGrant({ namespaces, required, scopedProperties: session.scopedProperties })
      const updated = lives.change(topic, { namespaces }) ?? session
      /** Unless something else was granted since. */
      const takeBack = () =>
        records.sessions.get(topic)?.session.namespaces === namespaces
          ? lives.change(topic, { namespaces: session.namespaces })
          : undefined
      const id = nextId()
      lives.ask(id, {
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
        lives.forget(id)
        takeBack()
        throw error
      }
      return updated
    },
    async extend({ topic }) {
      const { symKey } = lives.known(topic)
      const expiry = Math.floor(clock.now() / 1_000) + sessionTimes.lifetime
      await outbox.request({ topic, symKey, id: nextId(), method: 'wc_sessionExtend', params: { expiry } })
      return lives.prolong(topic)
    },
    async ping({ topic }) {
      const { symKey } = lives.known(topic)
      const id = nextId()
      const answered = new Promise<void>((resolve, reject) => {
        const fail = (error: unknown) => lives.forget(id)?.failed(error)
        const cancel = clock.setTimeout(() => fail(new RequestTimeoutError({ timeoutMs: pingMs })), pingMs)
        lives.ask(id, {
          topic,
          // A no is a sign of life too.
          answered() {
            cancel()
            resolve()
          },
          failed(error) {
            cancel()
            reject(error)
          },
        })
        outbox.request({ topic, symKey, id, method: 'wc_sessionPing', params: {} }).catch(fail)
      })
      await answered
    },
    async disconnect({ topic, reason = peerFailures.disconnected }) {
      const { symKey } = lives.known(topic)
      lives.end({ topic, why: 'deleted' })
      await outbox.request({ topic, symKey, id: nextId(), method: 'wc_sessionDelete', params: reason }).catch(report)
    },
  }
}

/** What an application is told that does what is the wallet's to do. @see W4 */
const refusals: ReadonlyMap<string, PayloadFailure> = new Map<string, PayloadFailure>([
  ['wc_sessionSettle', peerFailures.invalidSettle],
  ['wc_sessionUpdate', peerFailures.unauthorizedUpdate],
  ['wc_sessionEvent', peerFailures.unauthorizedEvent],
])

/** Does what an application asks of a session. */
export function createSessionCalls(
  { outbox, tell, report }: WalletContext,
  { lives, requests }: { readonly lives: SessionLives; readonly requests: Requests },
): (call: IncomingCall & { readonly stored: StoredSession }) => void {
  const obey = (call: IncomingCall & { readonly stored: StoredSession }): PayloadFailure | true | undefined => {
    const { topic, method, params, stored } = call
    if (!takes(walletReads, method)) return refusals.get(method) ?? peerFailures.unsupportedCall
    switch (method) {
      case 'wc_sessionRequest':
        requests.take({ ...call, namespaces: stored.session.namespaces })
        return undefined
      case 'wc_sessionPing':
        return true
      case 'wc_sessionExtend':
        parseParams({ reads: walletReads, method, params })
        tell({ type: 'extended', session: lives.prolong(topic) })
        return true
      case 'wc_sessionDelete':
        lives.end({ topic, why: 'deleted' })
        return true
      default:
        // A pairing's.
        return peerFailures.invalidMethod
    }
  }
  return (call) => {
    const { topic, symKey, id, method } = call
    const answer = (failure: PayloadFailure | true | undefined) => {
      if (failure === undefined) return
      outbox.answerLater({ topic, symKey, id, method, ...(failure === true ? { result: true } : { failure }) })
    }
    // Whoever asks has settled, also where the answer to that was lost.
    lives.acknowledge(topic)
    try {
      answer(obey(call))
    } catch (error) {
      report(error)
      answer(failureOf(error))
    }
  }
}
