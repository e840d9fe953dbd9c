import type { Clock } from '@foyer/core'
import { AbortedError, ProviderDisconnectedError, RequestTimeoutError } from '@foyer/core/errors'
import { sealRequest } from '../exchange/sealCall.js'
import type { CallParams, Ciphers, Payload } from '../protocol/index.js'
import type { DappNode } from './dappNode.js'
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
