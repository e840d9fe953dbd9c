import { type Clock, systemClock } from '../clock/clock.js'
import { JsonRpcError } from '../errors/http.js'
import { asText, exchange } from '../http/exchange.js'
import { createCircuit, mayRetryHttp, withRetries } from '../http/retry.js'
import { createBatch, createDedupe, writeJson } from './batch.js'
import { isFinal, isRepeatable, type RpcTransport } from './transport.js'

/** How many requests go together at most [S9.36]. */
const defaultBatchSize = 1000

/** The JSON-RPC errors after which a retry can help [S8.40]: unknown, limit exceeded, internal. */
const retryableCodes: readonly number[] = [-1, -32005, -32603]

export interface HttpTransportOptions {
  /** Where the chain's JSON-RPC answers. */
  readonly url: string
  /** How requests of one moment go together: up to `size` (1000), within `waitMs` (0); `false` sends each alone. */
  readonly batch?: { readonly size?: number | undefined; readonly waitMs?: number | undefined } | false | undefined
  /** `text/plain` spares a browser's preflight, which the operator's proxy allows; `application/json` unless said. */
  readonly contentType?: 'application/json' | 'text/plain' | undefined
  /** How long a POST may take, in milliseconds; 10 s unless said [S9.35]. */
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
