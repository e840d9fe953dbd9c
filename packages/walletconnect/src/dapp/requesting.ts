import type { Clock } from '@foyer/core'
import {
  AbortedError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnsupportedMethodError,
} from '@foyer/core/errors'
import type { DappSession, Engine, EngineEvent } from '../engine/engine.js'
import { sealRequest } from '../exchange/outbox.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import type { CallParams } from '../protocol/messages.js'
import { requestedOn } from '../protocol/namespaces.js'
import { createPayloadIds } from '../protocol/payload.js'
import { usualRequest } from '../protocol/states.js'
import { awaited, type Settling } from '../waiting/awaited.js'
import type { DappRequestParameters } from './client.js'
import { peerError } from './errors.js'

/** A call that only an application makes, and awaits the answer to. */
type Method = 'wc_sessionRequest' | 'wc_sessionPing'

interface CallOptions<Each extends Method> {
  readonly topic: string
  readonly method: Each
  readonly params: CallParams[Each]
  readonly expiresInMs: number
  /** Seconds, where it isn't the call's usual. */
  readonly ttl?: number | undefined
  readonly sent?: ((id: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A request that a page makes of a session's wallet. */
export interface RequestParameters extends Omit<DappRequestParameters, 'expiresInMs'> {
  /** Seconds that it may be answered for; five minutes unless given. */
  readonly ttl?: number | undefined
}

/** The requests of one page to the wallets of its sessions. */
export interface Requesting {
  /** @throws as `DappClient.request` */
  request(parameters: RequestParameters): Promise<unknown>
  /** Sends a call, once, and waits until it is answered, expires, or is aborted. @throws as `DappClient.request` */
  call<Each extends Method>(options: CallOptions<Each>): Promise<unknown>
  /** Settles the requests that an event of the engine is about. */
  take(event: EngineEvent): void
  /** Rejects all. */
  stop(): void
}

interface PendingRequest extends Settling<unknown> {
  readonly topic: string
}

interface RequestingParameters {
  readonly engine: Engine
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly random: () => number
  /** The session as it is now; undefined where there is none any more. */
  readonly sessionOf: (topic: string) => Promise<DappSession | undefined>
}

export function createRequesting(parameters: RequestingParameters): Requesting {
  const { clock, random, sessionOf } = parameters
  const pending = new Map<string, PendingRequest>()
  const nextId = createPayloadIds({ now: clock.now, random })
  const requesting: Requesting = {
    async request({ topic, chainId: wanted, otherId, method, params, ttl = usualRequest, sent, signal }) {
      const session = await sessionOf(topic)
      if (!session) throw new ProviderDisconnectedError()
      const chainId = requestedOn({ namespaces: session.namespaces, chainId: wanted, otherId, method })
      if (chainId === undefined) throw new UnsupportedMethodError({ context: { method, chainId: wanted } })
      const expiryTimestamp = Math.floor(clock.now() / 1_000) + ttl
      return requesting.call({
        topic,
        method: 'wc_sessionRequest',
        params: { request: { method, params, expiryTimestamp }, chainId },
        expiresInMs: ttl * 1_000,
        ttl,
        sent,
        signal,
      })
    },
    call: (options) => call(parameters, pending, nextId(), options),
    take(event) {
      if (event.type === 'ended')
        for (const request of [...pending.values()])
          if (request.topic === event.topic) request.reject(new ProviderDisconnectedError())
      if (event.type !== 'answered') return
      const { topic, payload } = event
      const request = pending.get(payload.id)
      if (request?.topic !== topic) return
      if (payload.type === 'result') request.resolve(payload.result)
      else request.reject(peerError(payload.error))
    },
    stop() {
      for (const request of [...pending.values()]) request.reject(new AbortedError())
    },
  }
  return requesting
}

/** Sends a request, once, and keeps its promise until it is answered, expires, or is aborted. */
function call<Each extends Method>(
  { engine, clock, ciphers }: RequestingParameters,
  pending: Map<string, PendingRequest>,
  id: string,
  { topic, method, params, expiresInMs, ttl, sent, signal }: CallOptions<Each>,
): Promise<unknown> {
  const limit = { ms: expiresInMs, error: () => new RequestTimeoutError({ timeoutMs: expiresInMs }) }
  return awaited({ clock, limit, signal, ended: () => pending.delete(id) }, async (settling) => {
    // Before anything is awaited: the session may end meanwhile.
    pending.set(id, { topic, ...settling })
    const symKey = await engine.keyOf(topic)
    if (symKey === undefined) throw new ProviderDisconnectedError()
    const publication = await sealRequest({ ciphers, topic, symKey, id, method, params, ttl })
    // What was aborted meanwhile isn't sent.
    if (!pending.has(id)) return
    await engine.publish(publication)
    if (pending.has(id)) sent?.(id)
  })
}
