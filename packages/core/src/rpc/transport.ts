import { type Clock, systemClock } from '../clock/clock.js'
import { AbortedError } from '../errors/connection.js'
import { isUserRejection } from '../errors/foreignError.js'
import { CircuitOpenError, HttpError, JsonRpcError } from '../errors/http.js'
import { orAborted } from '../http/exchange.js'

/** A JSON-RPC call. */
export interface RpcRequest {
  readonly method: string
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined
}

export interface RpcRequestOptions {
  readonly signal?: AbortSignal | undefined
  /** The number of retries of a read; three by default. */
  readonly retries?: number | undefined
}

/** A way to a chain's JSON-RPC. The result is what the node said: the caller parses it. */
export interface RpcTransport {
  request(request: RpcRequest, options?: RpcRequestOptions): Promise<unknown>
}

/** One at least, in order of preference. */
export type RpcTransports = readonly [RpcTransport, ...(readonly RpcTransport[])]

/** Rejected by the visitor (4001, 5000), rejected by the node, reverted. */
const finalCodes: readonly number[] = [4001, 5000, -32003, 3]

/** Nodes that give a revert another number say it in words. */
const reverted = /execution reverted|gas required exceeds allowance/i

/** Whether an answer would be the same from any other node, or by asking again [S8.42]: refused, rejected, reverted, aborted. */
export function isFinal(error: unknown): boolean {
  if (error instanceof JsonRpcError) return finalCodes.includes(error.rpcCode) || reverted.test(error.message)
  return error instanceof AbortedError || isUserRejection(error)
}

/** Methods that change something, or whose answer depends on who asked before: sends, signatures, filters, a test chain's own. */
const once =
  /send|sign|submit|broadcast|airdrop|filter|subscri|^(?:personal|wallet|pm|miner|admin|anvil|evm|hardhat|tenderly)_/i

/** The methods that only read in spite of their names: `getSignatureStatuses`, `eth_getFilterLogs`. */
const reads = /^(?:[a-z]+_)?get(?!FilterChanges)/

/** Whether a method may be sent twice, or once for two callers: never a signature or a send [F22]. */
export function isRepeatable(method: string): boolean {
  return reads.test(method) || !once.test(method)
}

export interface FallbackTransportOptions {
  /** In order of preference. */
  readonly transports: RpcTransports
  /** Orders them by how they do, while they are used; `{}` takes the defaults [S9.38]. They keep their order unless given. */
  readonly rank?: RankOptions | undefined
  /** Errors that are the chain's own answer to a read, the same at every node: no other is asked. */
  readonly isAnswer?: ((error: unknown) => boolean) | undefined
  /** Ends the ranking for good. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/** Answers by which a node refused before it did anything: no rights, no such method, too many requests. */
const refusedStatuses: readonly number[] = [401, 403, 404, 405, 413, 429]
const refusedCodes: readonly number[] = [-32601, -32004, -32005]

/** Whether a request surely had no effect, so that another node may have it even if it is a send [F22]. */
function hadNoEffect(error: unknown): boolean {
  if (error instanceof HttpError) return refusedStatuses.includes(error.status)
  if (error instanceof JsonRpcError) return refusedCodes.includes(error.rpcCode)
  return error instanceof CircuitOpenError
}

/**
 * Asks the next transport when one fails; not when the answer would be the same everywhere: refused by the visitor, rejected,
 * reverted, aborted [S8.42]. A send goes on only if it surely had no effect [F22].
 *
 * `request` throws what the last transport asked threw.
 * @example
 * const transport = fallbackTransport({ transports: [httpTransport({ url: own }), httpTransport({ url: open })], rank: {} })
 */
export function fallbackTransport({
  transports,
  rank,
  isAnswer,
  signal: stop,
  clock = systemClock,
}: FallbackTransportOptions): RpcTransport {
  const ranking = rank && transports.length > 1 ? createRanking({ transports, clock, stop, ...rank }) : undefined

  return {
    async request(request, options) {
      ranking?.use()
      const isFailure = (error: unknown) => !isFinal(error) && !isAnswer?.(error)
      const mayGoOn = isRepeatable(request.method) ? isFailure : hadNoEffect
      let failure: unknown
      for (const transport of ranking?.order() ?? transports) {
        try {
          return await transport.request(request, options)
        } catch (error) {
          if (!mayGoOn(error)) throw error
          failure = error
        }
      }
      throw failure
    },
  }
}

/** One ping: how long its answer took in milliseconds, or that none came. */
export type Sample = { readonly latencyMs: number } | 'failed'

export interface RankWeights {
  readonly stability: number
  readonly latency: number
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Orders transports by their latest pings, the best first: the share that succeeded, and how fast they were against the slowest
 * [S9.38]. Equals keep their order.
 * @param samples - each transport's pings, by its index
 * @returns the indexes in their new order
 */
export function ranked({
  samples,
  weights,
}: {
  samples: readonly (readonly Sample[])[]
  weights: RankWeights
}): readonly number[] {
  const measured = samples.map((pings) => {
    const latencies = pings.flatMap((ping) => (ping === 'failed' ? [] : [ping.latencyMs]))
    return {
      stability: pings.length > 0 ? latencies.length / pings.length : 0,
      latencyMs: latencies.length > 0 ? mean(latencies) : undefined,
    }
  })
  const slowest = Math.max(0, ...measured.map(({ latencyMs = 0 }) => latencyMs))
  const scores = measured.map(({ stability, latencyMs }) => {
    const speed = latencyMs === undefined ? 0 : slowest === 0 ? 1 : 1 - latencyMs / slowest
    return weights.stability * stability + weights.latency * speed
  })
  return scores
    .map((score, index) => ({ score, index }))
    .sort((a, b) => b.score - a.score)
    .map(({ index }) => index)
}

export interface RankOptions {
  /** Milliseconds between two rounds of pings; 4000 unless said [S9.38]. */
  readonly intervalMs?: number | undefined
  /** The number of latest pings that count; 10 by default [S9.38]. */
  readonly sampleCount?: number | undefined
  /** The timeout of a ping, in milliseconds; 1000 by default. */
  readonly timeoutMs?: number | undefined
  /** 0.7 for stability and 0.3 for latency unless said [S9.38]. */
  readonly weights?: RankWeights | undefined
  /** The request that pings a node; `eth_blockNumber` by default. */
  readonly ping?: RpcRequest | undefined
}

interface Ranking {
  /** The transports, the best first. */
  order(): readonly RpcTransport[]
  /** Says that they are used: starts the pings, or keeps them going. */
  use(): void
}

/** Pings while the transports are used: after as many rounds without a request as there are samples, it rests until the next. */
function createRanking({
  transports,
  clock,
  stop,
  intervalMs = 4000,
  sampleCount = 10,
  timeoutMs = 1000,
  weights = { stability: 0.7, latency: 0.3 },
  ping = { method: 'eth_blockNumber' },
}: RankOptions & {
  readonly transports: RpcTransports
  readonly clock: Clock
  readonly stop?: AbortSignal | undefined
}): Ranking {
  let order: readonly RpcTransport[] = transports
  let samples: readonly (readonly Sample[])[] = transports.map(() => [])
  let idleRounds = 0
  let isRunning = false
  let cancelNext: (() => void) | undefined

  async function measure(transport: RpcTransport): Promise<Sample> {
    const limit = new AbortController()
    const end = () => limit.abort()
    const cancelLimit = clock.setTimeout(end, timeoutMs)
    stop?.addEventListener('abort', end, { once: true })
    const from = clock.now()
    try {
      const { signal } = limit
      // Not tried again: a node that fails every second time isn't a stable one.
      await orAborted({ work: transport.request(ping, { signal, retries: 0 }), signal })
      return { latencyMs: clock.now() - from }
    } catch {
      return 'failed' // how often pings fail is what is measured; why is of no use here
    } finally {
      cancelLimit()
      stop?.removeEventListener('abort', end)
    }
  }

  async function round(): Promise<void> {
    const measured = await Promise.all(transports.map(measure))
    if (stop?.aborted) return
    samples = samples.map((pings, index) => [...pings, measured[index] ?? 'failed'].slice(-sampleCount))
    order = ranked({ samples, weights }).flatMap((index) => transports[index] ?? [])
    idleRounds += 1
    isRunning = idleRounds <= sampleCount
    if (isRunning) cancelNext = clock.setTimeout(() => void round(), intervalMs)
  }

  stop?.addEventListener('abort', () => cancelNext?.(), { once: true })
  return {
    order: () => order,
    use() {
      idleRounds = 0
      if (isRunning || stop?.aborted) return
      isRunning = true
      void round()
    },
  }
}
