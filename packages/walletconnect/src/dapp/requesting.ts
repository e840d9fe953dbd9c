import type { Clock } from '@foyer/core'
import {
  AbortedError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnsupportedMethodError,
} from '@foyer/core/errors'
import type { DappSession, Engine, EngineEvent } from '../engine/engine.js'
import { sealRequest } from '../exchange/outbox.js'
import {
  type CallParams,
  type Ciphers,
  createPayloadIds,
  mayRequest,
  sessionChainId,
  sessionTimes,
} from '../protocol/index.js'
import type { DappClient } from './client.js'
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

/** The requests of one page to the wallets of its sessions. */
export interface Requesting extends Pick<DappClient, 'request' | 'ping'> {
  /** Settles the requests that an event of the engine is about. */
  take(event: EngineEvent): void
  /** Rejects all. */
  stop(): void
}

interface PendingRequest {
  readonly topic: string
  resolve(result: unknown): void
  reject(error: unknown): void
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
  const { usual, least, most } = sessionTimes.request
  return {
    async request({ topic, chainId: wanted, method, params, expiresInMs = 0, sent, signal }) {
      const session = await sessionOf(topic)
      if (!session) throw new ProviderDisconnectedError()
      const { namespaces } = session
      const chainId = sessionChainId({ namespaces, chainId: wanted })
      if (!mayRequest({ namespaces, chainId, method }))
        throw new UnsupportedMethodError({ context: { method, chainId } })
      const ttl = Math.min(Math.max(Math.ceil(expiresInMs / 1_000) || usual, least), most)
      const expiryTimestamp = Math.floor(clock.now() / 1_000) + ttl
      return call(parameters, pending, nextId(), {
        topic,
        method: 'wc_sessionRequest',
        params: { request: { method, params, expiryTimestamp }, chainId },
        expiresInMs: ttl * 1_000,
        ttl,
        sent,
        signal,
      })
    },
    async ping({ topic, signal }) {
      const expiresInMs = usual * 1_000
      await call(parameters, pending, nextId(), { topic, method: 'wc_sessionPing', params: {}, expiresInMs, signal })
    },
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
}

/** Sends a request, once, and keeps its promise until it is answered, expires, or is aborted. */
function call<Each extends Method>(
  { engine, clock, ciphers }: RequestingParameters,
  pending: Map<string, PendingRequest>,
  id: string,
  { topic, method, params, expiresInMs, ttl, sent, signal }: CallOptions<Each>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = () => {
      pending.delete(id)
      cancel()
      signal?.removeEventListener('abort', abort)
    }
    const fail = (error: unknown) => {
      done()
      reject(error)
    }
    const abort = () => fail(new AbortedError({ cause: signal?.reason }))
    const expire = () => fail(new RequestTimeoutError({ timeoutMs: expiresInMs }))
    const cancel = clock.setTimeout(expire, expiresInMs)
    // Before anything is awaited: the session may end meanwhile.
    pending.set(id, {
      topic,
      resolve(result) {
        done()
        resolve(result)
      },
      reject: fail,
    })
    const send = async () => {
      const symKey = await engine.keyOf(topic)
      if (symKey === undefined) throw new ProviderDisconnectedError()
      const publication = await sealRequest({ ciphers, topic, symKey, id, method, params, ttl })
      // What was aborted meanwhile isn't sent.
      if (!pending.has(id)) return
      await engine.publish(publication)
      if (pending.has(id)) sent?.(id)
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    send().catch(fail)
  })
}
