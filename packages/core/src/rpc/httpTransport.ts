import * as v from 'valibot'
import { type Clock, systemClock } from '../clock/clock.js'
import { AbortedError } from '../errors/connection.js'
import { property } from '../errors/foreignError.js'
import { JsonRpcError } from '../errors/http.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import { asText, exchange, orAborted } from '../http/exchange.js'
import { readJson } from '../http/readJson.js'
import { createCircuit, mayRetryHttp, withRetries } from '../http/retry.js'
import { type JsonRpcFailure, JsonRpcResponse } from '../wire/jsonRpc.js'
import { isFinal, isRepeatable, type RpcRequest, type RpcTransport } from './transport.js'

/** The most requests in one batch [S9.36]. */
const defaultBatchSize = 1000

/** The JSON-RPC errors after which a retry can help [S8.40]: unknown, limit exceeded, internal. */
const retryableCodes: readonly number[] = [-1, -32005, -32603]

export interface HttpTransportOptions {
  /** The URL of the chain's JSON-RPC. */
  readonly url: string
  /** The batching of requests of one moment: up to `size` (1000), within `waitMs` (0); `false` sends each alone. */
  readonly batch?: { readonly size?: number | undefined; readonly waitMs?: number | undefined } | false | undefined
  /** `text/plain` spares a browser's preflight, which the operator's proxy allows; `application/json` unless said. */
  readonly contentType?: 'application/json' | 'text/plain' | undefined
  /** The timeout of a POST, in milliseconds; 10 s by default [S9.35]. */
  readonly timeoutMs?: number | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly clock?: Clock | undefined
  /** From 0 up to 1. */
  readonly random?: (() => number) | undefined
}

function mayRetry(error: unknown): ReturnType<typeof mayRetryHttp> {
  if (error instanceof JsonRpcError) return retryableCodes.includes(error.rpcCode) && !isFinal(error) && {}
  return mayRetryHttp(error)
}

/**
 * JSON-RPC over HTTP POST [S7.35]: batches, one request for equal calls at the same time, three retries, a time-out, a circuit.
 * Signatures and sends go alone, once [F22].
 *
 * `request` throws JsonRpcError, HttpError, InvalidResponseError, RequestTimeoutError, ServerUnreachableError, OfflineError,
 * CircuitOpenError and AbortedError.
 * @example
 * const transport = httpTransport({ url: 'http://127.0.0.1:8545' })
 * const balance = await transport.request({ method: 'eth_getBalance', params: [address, 'latest'] })
 */
export function httpTransport({
  url,
  batch = {},
  contentType = 'application/json',
  timeoutMs,
  fetch = globalThis.fetch,
  clock = systemClock,
  random = Math.random,
}: HttpTransportOptions): RpcTransport {
  const target = new URL(url)
  const headers = { 'content-type': contentType }
  const circuit = createCircuit({ origin: target.origin, clock })
  const post = ({ body, signal }: { body: string; signal: AbortSignal }) =>
    circuit.run(() =>
      exchange({
        read: asText,
        url: target,
        method: 'POST',
        headers,
        body,
        fetch: (...request) => fetch(...request),
        clock,
        timeoutMs,
        signal,
      }),
    )
  const { size = defaultBatchSize, waitMs = 0 } = batch || { size: 1 }
  const together = createBatch({ size, waitMs, clock, post })
  const alone = createBatch({ size: 1, waitMs: 0, clock, post })
  const dedupe = createDedupe()

  return {
    async request(request, { signal, retries } = {}) {
      const { method, params } = request
      if (!isRepeatable(method)) return alone.call(request, { signal })
      return dedupe.run({
        key: writeJson({ method, value: [method, params] }),
        work: (shared) =>
          withRetries({
            attempt: () => together.call(request, { signal: shared }),
            mayRetry: (error) => !circuit.isOpen && mayRetry(error),
            clock,
            random,
            retries,
            signal: shared,
          }),
        signal,
      })
    },
  }
}

interface BatchOptions {
  /** So many requests at most go together. */
  readonly size: number
  /** The time that the first of them waits for others, in milliseconds. */
  readonly waitMs: number
  readonly clock: Clock
  /** Posts a body and gives the answer's text. */
  readonly post: (request: { readonly body: string; readonly signal: AbortSignal }) => Promise<string>
}

interface Batch {
  /** @throws JsonRpcError · InvalidResponseError · AbortedError, and what `post` throws */
  call(request: RpcRequest, options: { readonly signal?: AbortSignal | undefined }): Promise<unknown>
}

interface Entry {
  readonly id: number
  readonly body: string
  resolve(result: unknown): void
  reject(error: unknown): void
  /** Once it is on its way: it is waited for no longer. */
  leave: (() => void) | undefined
}

/** Sends what is asked in one moment in one POST, with id, method and params [S7.35 S9.36]; one request alone goes bare. */
export function createBatch({ size, waitMs, clock, post }: BatchOptions): Batch {
  let lastId = 0
  let queue: Entry[] = []
  let cancelFlush: (() => void) | undefined
  const send = sender(post)

  function flush(): void {
    cancelFlush?.()
    cancelFlush = undefined
    const entries = queue
    queue = []
    if (entries.length > 0) void send(entries)
  }

  return {
    async call({ method, params }, { signal }) {
      if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
      lastId += 1
      const id = lastId
      const body = writeJson({ method, value: { jsonrpc: '2.0', id, method, params } })
      let abort: (() => void) | undefined
      try {
        return await new Promise((resolve, reject) => {
          const entry: Entry = { id, body, resolve, reject, leave: undefined }
          abort = () => {
            queue = queue.filter((each) => each !== entry)
            entry.leave?.()
            reject(new AbortedError({ cause: signal?.reason }))
          }
          signal?.addEventListener('abort', abort, { once: true })
          queue.push(entry)
          if (queue.length >= size) flush()
          else cancelFlush ??= clock.setTimeout(flush, waitMs)
        })
      } finally {
        if (abort) signal?.removeEventListener('abort', abort)
      }
    },
  }
}

/** Posts entries together, and gives each its answer; the POST ends once none of its callers waits any more. */
const sender =
  (post: BatchOptions['post']) =>
  async (entries: readonly Entry[]): Promise<void> => {
    const controller = new AbortController()
    let waiting = entries.length
    for (const entry of entries)
      entry.leave = () => {
        waiting -= 1
        if (waiting === 0) controller.abort()
      }
    const bodies = entries.map(({ body }) => body)
    const body = entries.length === 1 ? bodies.join() : `[${bodies.join(',')}]`
    try {
      const text = await post({ body, signal: controller.signal })
      const answers = readAnswers({ text, ids: entries.map(({ id }) => id) })
      for (const { id, resolve, reject } of entries) {
        const answer = answers.get(id)
        if (answer && 'result' in answer) resolve(answer.result)
        else reject(answer?.error)
      }
    } catch (error) {
      for (const { reject } of entries) reject(error)
    }
  }

/** A node's answer to one request. */
type Answer = { readonly result: unknown } | { readonly error: JsonRpcError | InvalidResponseError }

function failed({ code, message, data }: JsonRpcFailure): Answer {
  return { error: new JsonRpcError({ rpcCode: code, text: message, rpcData: data }) }
}

/** Some nodes give a number back as text. */
function idOf(entry: unknown): number | undefined {
  const id = property(entry, 'id')
  return typeof id === 'number' ? id : typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

/**
 * Matches the entries of an answer with the requests by their ids, in whatever order they come. A bad or missing entry is
 * its own request's failure alone; an error without an id is that of all requests that got no other answer.
 * @throws InvalidResponseError for what isn't JSON
 */
export function readAnswers({ text, ids }: { text: string; ids: readonly number[] }): ReadonlyMap<number, Answer> {
  const json = readJson({ text })
  const wanted = new Set(ids)
  const answers = new Map<number, Answer>()
  let forAll: Answer | undefined
  for (const entry of Array.isArray(json) ? json : [json]) {
    const id = idOf(entry)
    const parsed = v.safeParse(JsonRpcResponse, entry)
    if (id === undefined) {
      if (parsed.success && parsed.output.error) forAll ??= failed(parsed.output.error)
    } else if (wanted.has(id) && !answers.has(id)) {
      answers.set(id, parsed.success ? outcome(parsed.output) : invalid(v.getDotPath(parsed.issues[0])))
    }
  }
  for (const id of ids) if (!answers.has(id)) answers.set(id, forAll ?? invalid('id'))
  return answers
}

function outcome({ result, error }: JsonRpcResponse): Answer {
  return error ? failed(error) : { result }
}

function invalid(field: string | null): Answer {
  return {
    error: new InvalidResponseError({ field: field ?? undefined, expected: 'a JSON-RPC answer to the request' }),
  }
}

/** Writes a request as JSON. @throws JsonRpcError -32602 for params that JSON can't hold, such as a bigint or a cycle */
function writeJson({ method, value }: { method: string; value: unknown }): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new JsonRpcError({ rpcCode: -32602, text: `The params of ${method} can't be written as JSON.`, cause })
  }
}

/** So many requests are remembered while they are on their way [S9.37]. */
export const dedupeEntries = 8192

interface Dedupe {
  /** Runs `work`, or joins the same work under way. It is aborted when all of its callers have aborted. */
  run(request: {
    readonly key: string
    readonly work: (signal: AbortSignal) => Promise<unknown>
    readonly signal?: AbortSignal | undefined
  }): Promise<unknown>
}

interface Shared {
  readonly result: Promise<unknown>
  readonly controller: AbortController
  waiting: number
}

/** One request for equal calls at the same time [S9.37]; the oldest is forgotten first. */
export function createDedupe(): Dedupe {
  const shared = new Map<string, Shared>()

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): Shared {
    const controller = new AbortController()
    const result = work(controller.signal).finally(() => {
      if (shared.get(key) === started) shared.delete(key)
    })
    const started: Shared = { result, controller, waiting: 0 }
    return started
  }

  return {
    run({ key, work, signal }) {
      const joined = shared.get(key) ?? start(key, work)
      shared.delete(key) // put back as the latest
      shared.set(key, joined)
      if (shared.size > dedupeEntries) {
        const [oldest] = shared.keys()
        if (oldest !== undefined) shared.delete(oldest)
      }
      joined.waiting += 1
      const onAbort = () => {
        joined.waiting -= 1
        if (joined.waiting > 0) return
        if (shared.get(key) === joined) shared.delete(key)
        joined.controller.abort()
      }
      return orAborted({ work: joined.result, signal, onAbort })
    },
  }
}
