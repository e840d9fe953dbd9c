import { type PayloadFailure, parseParams, peerFailures, takes, walletReads } from '../protocol/index.js'
import { failureOf } from './failureOf.js'
import type { Requests } from './requests.js'
import type { SessionLives } from './sessionLives.js'
import type { IncomingCall, WalletContext } from './walletContext.js'
import type { StoredSession } from './walletRecords.js'

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
