import type { Clock } from '../clock/clock.js'
import { AbortedError } from '../errors/AbortedError.js'
import { readAnswers } from './readAnswers.js'
import type { RpcRequest } from './transport.js'
import { writeJson } from './writeJson.js'

export interface BatchOptions {
  /** So many requests at most go together. */
  readonly size: number
  /** How long the first of them waits for others, in milliseconds. */
  readonly waitMs: number
  readonly clock: Clock
  /** Posts a body and gives the answer's text. */
  readonly post: (request: { readonly body: string; readonly signal: AbortSignal }) => Promise<string>
}

export interface Batch {
  /** @throws JsonRpcError · InvalidResponseError · AbortedError, and what `post` throws */
  call(request: RpcRequest, options: { readonly signal?: AbortSignal | undefined }): Promise<unknown>
}

interface Entry {
  readonly id: number
  readonly body: string
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Sends what is asked in one moment in one POST, with id, method and params [S7.35 S9.36]; one request alone goes bare. */
export function createBatch({ size, waitMs, clock, post }: BatchOptions): Batch {
  let lastId = 0
  let queue: Entry[] = []
  let cancelFlush: (() => void) | undefined
  /** Ends a POST once nobody waits for its answers. */
  const onItsWay = new Map<number, { readonly controller: AbortController; waiting: number }>()

  async function flush(): Promise<void> {
    cancelFlush?.()
    cancelFlush = undefined
    const entries = queue
    queue = []
    if (entries.length === 0) return
    const trip = { controller: new AbortController(), waiting: entries.length }
    for (const { id } of entries) onItsWay.set(id, trip)
    const bodies = entries.map(({ body }) => body)
    const body = entries.length === 1 ? bodies.join() : `[${bodies.join(',')}]`
    try {
      const text = await post({ body, signal: trip.controller.signal })
      const answers = readAnswers({ text, ids: entries.map(({ id }) => id) })
      for (const { id, resolve, reject } of entries) {
        const answer = answers.get(id)
        if (answer && 'result' in answer) resolve(answer.result)
        else reject(answer?.error)
      }
    } catch (error) {
      for (const { reject } of entries) reject(error)
    } finally {
      for (const { id } of entries) onItsWay.delete(id)
    }
  }

  function forget(id: number): void {
    queue = queue.filter((entry) => entry.id !== id)
    const trip = onItsWay.get(id)
    if (trip && --trip.waiting === 0) trip.controller.abort()
  }

  return {
    async call(request, { signal }) {
      if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
      lastId += 1
      const id = lastId
      const { method, params } = request
      const body = writeJson({ method, value: { jsonrpc: '2.0', id, method, params } })
      let abort: (() => void) | undefined
      try {
        return await new Promise((resolve, reject) => {
          abort = () => {
            forget(id)
            reject(new AbortedError({ cause: signal?.reason }))
          }
          signal?.addEventListener('abort', abort, { once: true })
          queue.push({ id, body, resolve, reject })
          if (queue.length >= size) void flush()
          else cancelFlush ??= clock.setTimeout(() => void flush(), waitMs)
        })
      } finally {
        if (abort) signal?.removeEventListener('abort', abort)
      }
    },
  }
}
