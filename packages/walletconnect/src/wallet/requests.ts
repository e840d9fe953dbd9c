import { expireRecords } from '../exchange/expiry.js'
import * as peerFailures from '../protocol/failures.js'
import { parseParams, walletReads } from '../protocol/messages.js'
import { accountsOf, mayRequest, type SessionNamespaces } from '../protocol/namespaces.js'
import type { PayloadFailure } from '../protocol/payload.js'
import { sessionTimes } from '../protocol/states.js'
import type { RespondParameters, WalletRequest } from './client.js'
import type { IncomingCall, WalletContext } from './context.js'
import { UnknownRequestError } from './errors.js'

/** The requests of sessions, of which each is answered once. */
export interface Requests {
  take(call: IncomingCall & { readonly namespaces: SessionNamespaces }): void
  respond(parameters: RespondParameters): Promise<void>
  /** Answers those whose time is over. @returns when the next one's is */
  expire(now: number): number | undefined
  /** The session is over, and with it what it asked. */
  drop(topic: string): void
}

const method = 'wc_sessionRequest'

/** Of one session: no user looks through more. */
const mostWaiting = 64
/** As EIP-1474 has it. */
const limitExceeded: PayloadFailure = { code: -32_005, message: 'Limit exceeded.' }

export function createRequests({ records, clock, outbox, emit, timesChanged }: WalletContext): Requests {
  /** Those that are being answered now. */
  const current = new Set<string>()

  function end(id: string, why: 'expired' | 'answered' | 'sessionEnded'): void {
    if (!records.requests.get(id)) return
    records.requests.delete(id)
    emit({ type: 'requestEnded', id, why })
  }

  return {
    take({ topic, symKey, id, params, namespaces }) {
      // An id that stands for two requests stands for the first.
      if (records.requests.get(id) || !records.seenRequests.add(`${topic.slice(0, 16)}/${id}`)) return
      const said = parseParams({ reads: walletReads, method, params })
      const now = clock.now()
      const request = { id, topic, chainId: said.chainId, method: said.request.method, params: said.request.params }
      const expiresAt = expiryOf({ expiryTimestamp: said.request.expiryTimestamp, now })
      const waiting = records.requests.all().filter(([, each]) => each.topic === topic).length
      const failure =
        faultOf({ request, namespaces }) ??
        (now >= expiresAt ? peerFailures.requestExpired : undefined) ??
        (waiting >= mostWaiting ? limitExceeded : undefined)
      if (failure) return outbox.reply({ topic, symKey, id, method, failure })
      records.requests.set(id, { ...request, expiresAt })
      timesChanged()
      emit({ type: 'requested', request: { ...request, expiresAt } })
    },
    async respond({ id, ...answer }) {
      const request = records.requests.get(id)
      const session = request && records.sessions.get(request.topic)
      if (!session || current.has(id)) throw new UnknownRequestError()
      current.add(id)
      try {
        await outbox.answer({ ...answer, id, method, topic: request.topic, symKey: session.symKey })
        end(id, 'answered')
      } finally {
        current.delete(id)
        timesChanged()
      }
    },
    expire: (now) =>
      expireRecords({
        records: records.requests,
        now,
        expiresAt: ({ expiresAt }) => expiresAt,
        isBusy: (id) => current.has(id),
        end(id, { topic }) {
          const symKey = records.sessions.get(topic)?.symKey
          end(id, 'expired')
          if (symKey !== undefined) outbox.reply({ id, method, topic, symKey, failure: peerFailures.requestExpired })
        },
      }),
    drop(topic) {
      for (const [id, request] of records.requests.all()) if (request.topic === topic) end(id, 'sessionEnded')
    },
  }
}

/** A request that wasn't granted is answered without a user. */
function faultOf({
  request: { chainId, method: asked },
  namespaces,
}: {
  readonly request: Pick<WalletRequest, 'chainId' | 'method'>
  readonly namespaces: SessionNamespaces
}): PayloadFailure | undefined {
  if (mayRequest({ namespaces, chainId, method: asked })) return undefined
  const isOnChain = accountsOf({ namespaces, chainId }).length > 0
  return isOnChain ? peerFailures.unauthorizedMethod : peerFailures.unauthorizedChain
}

/** In ms; no later than a week from now. */
function expiryOf({
  expiryTimestamp,
  now,
}: {
  readonly expiryTimestamp: number | undefined
  readonly now: number
}): number {
  const { usual, most } = sessionTimes.request
  return expiryTimestamp === undefined ? now + usual * 1_000 : Math.min(expiryTimestamp * 1_000, now + most * 1_000)
}
