import { type Clock, onDemand } from '@foyer/core'
import {
  AbortedError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnsupportedMethodError,
} from '@foyer/core/errors'
import type { DappNode, DappSession } from '../engine/engine.js'
import { sealRequest } from '../exchange/outbox.js'
import {
  type CallParams,
  type Ciphers,
  createPayloadIds,
  mayRequest,
  type Payload,
  peerFailures,
  sessionChainId,
  sessionTimes,
} from '../protocol/index.js'
import type { DappClient } from './client.js'
import type { Connecting } from './connecting.js'
import type { Refusal } from './refusal.js'

/** What only an application says, and waits for the answer to. */
type Question = 'wc_sessionRequest' | 'wc_sessionPing'

export interface AskParameters<Method extends Question> {
  readonly topic: string
  readonly method: Method
  readonly params: CallParams[Method]
  readonly expiresInMs: number
  /** Seconds, where it isn't the call's usual. */
  readonly ttl?: number | undefined
  readonly sent?: ((id: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Asking {
  /** @throws as `DappClient.request` */
  ask<Method extends Question>(parameters: AskParameters<Method>): Promise<unknown>
  /** Gives an answer to whoever asked; nobody did on this topic by this id: nothing happens. */
  answered(topic: string, payload: Exclude<Payload, { readonly type: 'request' }>): void
  /** Rejects what was asked of a session, or everything. */
  ended(topic?: string): void
}

/** Keeps the promises of one page's requests. */
export function createAsking({
  node,
  clock,
  ciphers,
  nextId,
  refused,
}: {
  readonly node: DappNode
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly nextId: () => string
  readonly refused: Refusal
}): Asking {
  const waiting = new Map<
    string,
    { readonly topic: string; resolve(result: unknown): void; reject(error: unknown): void }
  >()
  return {
    ask: ({ topic, method, params, expiresInMs, ttl, sent, signal }) =>
      new Promise((resolve, reject) => {
        const id = nextId()
        const done = () => {
          waiting.delete(id)
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
        waiting.set(id, {
          topic,
          resolve(result) {
            done()
            resolve(result)
          },
          reject: fail,
        })
        const say = async () => {
          const symKey = await node.keyOf(topic)
          if (symKey === undefined) throw new ProviderDisconnectedError()
          const publication = await sealRequest({ ciphers, topic, symKey, id, method, params, ttl })
          // What was called off meanwhile is never asked.
          if (!waiting.has(id)) return
          await node.publish(publication)
          if (waiting.has(id)) sent?.(id)
        }
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort, { once: true })
        say().catch(fail)
      }),
    answered(topic, payload) {
      const asked = waiting.get(payload.id)
      if (asked?.topic !== topic) return
      if (payload.type === 'result') asked.resolve(payload.result)
      else asked.resolve(refused({ type: 'refused', failure: payload.error }))
    },
    ended(topic) {
      for (const asked of [...waiting.values()]) {
        if (topic === undefined) asked.reject(new AbortedError())
        else if (asked.topic === topic) asked.reject(new ProviderDisconnectedError())
      }
    },
  }
}

/** What an application asks of a wallet, but for connecting: of a session that stands, or to sign in on the way to one. */
export interface Requesting
  extends Pick<DappClient, 'authenticate' | 'request' | 'ping' | 'disconnect'>,
    Pick<Asking, 'answered' | 'ended'> {}

/** What this module gives, fetched whole. */
export type Requests = Pick<typeof import('./requesting.js'), 'createRequesting' | 'loadPeerErrors'>

/** What a wallet's no means: fetched with the first one. */
export const loadPeerErrors = (): Promise<typeof import('./peerError.js')> => import('./peerError.js')

/** @param parameters.sessionOf - the session as it is now; undefined where there is none any more */
export function createRequesting({
  node,
  clock,
  ciphers,
  random,
  refused,
  connecting,
  sessionOf,
}: {
  readonly node: DappNode
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly random: () => number
  readonly refused: Refusal
  readonly connecting: Connecting
  readonly sessionOf: (topic: string) => Promise<DappSession | undefined>
}): Requesting {
  const nextId = createPayloadIds({ now: clock.now, random })
  const { ask, answered, ended } = createAsking({ node, clock, ciphers, nextId, refused })
  const { usual, least, most } = sessionTimes.request
  const signingIn = onDemand({
    chunk: 'walletconnect.authenticating',
    load: () => import('../signin/authenticating.js'),
  })
  return {
    authenticate: async (parameters) => (await signingIn()).authenticate({ ...parameters, connecting, node, clock }),
    async request({ topic, chainId: wanted, method, params, expiresInMs = 0, sent, signal }) {
      const session = await sessionOf(topic)
      if (!session) throw new ProviderDisconnectedError()
      const { namespaces } = session
      const chainId = sessionChainId({ namespaces, chainId: wanted })
      if (!mayRequest({ namespaces, chainId, method }))
        throw new UnsupportedMethodError({ context: { method, chainId } })
      const ttl = Math.min(Math.max(Math.ceil(expiresInMs / 1_000) || usual, least), most)
      const expiryTimestamp = Math.floor(clock.now() / 1_000) + ttl
      return ask({
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
      await ask({ topic, method: 'wc_sessionPing', params: {}, expiresInMs: usual * 1_000, signal })
    },
    disconnect: ({ topic, why }) => node.end({ topic, why, reason: peerFailures.disconnected }),
    answered,
    ended,
  }
}
