import { RequestTimeoutError } from '@foyer/core/errors'
import { InvalidNamespacesError } from '../protocol/errors.js'
import * as peerFailures from '../protocol/failures.js'
import { takes, walletReads } from '../protocol/messages.js'
import { mayEmit } from '../protocol/namespaces.js'
import type { PayloadFailure } from '../protocol/payload.js'
import { sessionTimes } from '../protocol/states.js'
import { awaited } from '../waiting/awaited.js'
import type { WalletClient, WalletSession } from './client.js'
import type { IncomingCall, StoredSession, WalletContext } from './context.js'
import { checkGrant, grantFailureOf } from './granting.js'
import type { Requests } from './requests.js'
import type { SessionLives } from './sessionLives.js'

/** The calls of a wallet about its sessions. */
export type Sessions = Pick<WalletClient, 'emit' | 'update' | 'extend' | 'ping' | 'disconnect'>

/** How long an application may take to answer a ping. */
const pingMs = 30_000

export function createSessions(context: WalletContext, { lives }: { readonly lives: SessionLives }): Sessions {
  const { clock, outbox, report } = context
  return {
    async emit({ topic, chainId, name, data }) {
      const { session, symKey } = lives.known(topic)
      if (!mayEmit({ namespaces: session.namespaces, chainId, event: name }))
        throw new InvalidNamespacesError({ failure: peerFailures.unauthorizedEvent })
      await outbox.request({ topic, symKey, method: 'wc_sessionEvent', params: { event: { name, data }, chainId } })
    },
    update: (parameters) => update(context, lives, parameters),
    async extend({ topic }) {
      const { symKey } = lives.known(topic)
      const expiry = Math.floor(clock.now() / 1_000) + sessionTimes.lifetime
      await outbox.request({ topic, symKey, method: 'wc_sessionExtend', params: { expiry } })
      return lives.prolong(topic)
    },
    ping: ({ topic }) => ping(context, lives, topic),
    async disconnect({ topic, reason = peerFailures.disconnected }) {
      const { symKey } = lives.known(topic)
      lives.end({ topic, why: 'deleted' })
      await outbox.request({ topic, symKey, method: 'wc_sessionDelete', params: reason }).catch(report)
    },
  }
}

/** Replaces what is granted; where the application refuses that or can't be reached, what was granted before counts again. */
async function update(
  { records, outbox, nextId, emit }: WalletContext,
  lives: SessionLives,
  { topic, namespaces }: Parameters<WalletClient['update']>[0],
): Promise<WalletSession> {
  const { session, symKey, required } = lives.known(topic)
  checkGrant({ namespaces, required, scopedProperties: session.scopedProperties })
  const updated = lives.change(topic, { namespaces }) ?? session
  /** Unless something else was granted since. */
  const takeBack = () =>
    records.sessions.get(topic)?.session.namespaces === namespaces
      ? lives.change(topic, { namespaces: session.namespaces })
      : undefined
  const id = nextId()
  lives.await(id, {
    topic,
    answered({ type }) {
      const restored = type === 'failure' ? takeBack() : undefined
      if (restored) emit({ type: 'updateRefused', session: restored })
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
}

async function ping({ clock, outbox, nextId }: WalletContext, lives: SessionLives, topic: string): Promise<void> {
  const { symKey } = lives.known(topic)
  const id = nextId()
  const limit = { ms: pingMs, error: () => new RequestTimeoutError({ timeoutMs: pingMs }) }
  await awaited<void>({ clock, limit, ended: () => lives.forget(id) }, ({ resolve, reject }) => {
    // A failure is a sign of life too.
    lives.await(id, { topic, answered: () => resolve(), failed: reject })
    return outbox.request({ topic, symKey, id, method: 'wc_sessionPing', params: {} })
  })
}

/** The answers to calls of an application that only a wallet may make. @see W4 */
const refusals: ReadonlyMap<string, PayloadFailure> = new Map<string, PayloadFailure>([
  ['wc_sessionSettle', peerFailures.invalidSettle],
  ['wc_sessionUpdate', peerFailures.unauthorizedUpdate],
  ['wc_sessionEvent', peerFailures.unauthorizedEvent],
])

interface SessionCall {
  readonly lives: SessionLives
  readonly requests: Requests
  readonly call: IncomingCall & { readonly stored: StoredSession }
}

/** Takes an application's call on a session. */
export function takeSessionCall(context: WalletContext, { lives, requests, call }: SessionCall): void {
  const { topic, symKey, id, method } = call
  const answer = (outcome: PayloadFailure | true | undefined) => {
    if (outcome === undefined) return
    context.outbox.reply({ topic, symKey, id, method, ...(outcome === true ? { result: true } : { failure: outcome }) })
  }
  // An application that calls has settled, also where its answer to the settlement was lost.
  lives.acknowledge(topic)
  try {
    answer(perform(context, { lives, requests, call }))
  } catch (error) {
    context.report(error)
    answer(grantFailureOf(error))
  }
}

/** @returns the answer: that it is done, or why it isn't; none where it comes later */
function perform({ emit }: WalletContext, { lives, requests, call }: SessionCall): PayloadFailure | true | undefined {
  const { topic, method, stored } = call
  if (!takes(walletReads, method)) return refusals.get(method) ?? peerFailures.unsupportedCall
  switch (method) {
    case 'wc_sessionRequest':
      requests.take({ ...call, namespaces: stored.session.namespaces })
      return undefined
    case 'wc_sessionPing':
      return true
    case 'wc_sessionExtend':
      emit({ type: 'extended', session: lives.prolong(topic) })
      return true
    case 'wc_sessionDelete':
      lives.end({ topic, why: 'deleted' })
      return true
    default:
      // A pairing's.
      return peerFailures.invalidMethod
  }
}
