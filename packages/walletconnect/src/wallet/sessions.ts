import { RequestTimeoutError } from '@foyer/core/errors'
import { InvalidNamespacesError, mayEmit, peerFailures, sessionTimes } from '../protocol/index.js'
import { checkGrant } from './checkGrant.js'
import type { SessionLives } from './sessionLives.js'
import type { WalletClient } from './walletClient.js'
import type { WalletContext } from './walletContext.js'

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
