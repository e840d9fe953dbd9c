import type { JsonRpcRequest } from '@foyer/core/wire'
import { figures } from '../budget/figures.js'
import { createHoldings, type Holdings } from '../budget/holdings.js'
import type { Clock } from '../clock.js'
import { UnknownChainError } from '../errors/refusals.js'
import { ask, pass } from './ask.js'
import type { ChainConfig } from './chain.js'
import type { PassedStream } from './exchange.js'
import { isOfFilter } from './filters.js'
import { type Found, type HealthStatus, judge } from './health.js'
import { healthCheckOf } from './healthCheck.js'
import type { Lane } from './lanes.js'
import { bodyOf, outcomesOf, type RpcCall, type RpcOutcome, unanswered } from './outcomes.js'
import { UpstreamError } from './UpstreamError.js'
import { type Asked, createUpstream, type Upstream } from './upstream.js'

export type { RpcCall, RpcOutcome } from './outcomes.js'

/** A network that can be asked. */
export interface Chain extends Omit<ChainConfig, 'upstreams'> {
  /**
   * Sends a request to one node, and to the next when it is unreachable or answers no JSON-RPC: healthy nodes first, four at
   * most. A JSON-RPC error is an answer too. A signed transaction goes on to the next node only when it can't
   * have arrived at the one before.
   * @param request.client - whose it is, as `clientKey` gives it; left out, it is the server's own
   * @param request.count - called with the bytes of the answers as they come; false: there is no room for them
   * @returns an outcome for each call, in order
   * @throws {@link UpstreamError} of the last node · the signal's reason
   * @see F22
   */
  request(request: {
    calls: readonly RpcCall[]
    client?: string | undefined
    signal: AbortSignal
    count?: ((bytes: number) => boolean) | undefined
  }): Promise<readonly RpcOutcome[]>
  /**
   * Sends one request in the same way. A large answer comes as a stream, with the request's own id in it.
   * @throws as `request`
   */
  pass(request: {
    call: JsonRpcRequest
    client?: string | undefined
    signal: AbortSignal
  }): Promise<RpcOutcome | PassedStream>
  /** What visitors' requests hold while they are passed on to its nodes. */
  readonly slots: Holdings
  /** What those of a lane hold beside it, so that what is slow leaves the others room. */
  readonly laneSlots: Readonly<Partial<Record<Lane, Holdings>>>
  /** How its nodes stood when they were last asked, in the order of the configuration. */
  health(): readonly HealthStatus[]
  /**
   * Checks all nodes, and puts them in order.
   * @throws the signal's reason
   */
  check(request: { signal: AbortSignal }): Promise<readonly HealthStatus[]>
}

export interface Chains {
  readonly all: readonly Chain[]
  find(id: string): Chain | undefined
  /** @throws {@link UnknownChainError} */
  get(id: string): Chain
}

export interface ChainsParameters {
  chains: readonly ChainConfig[]
  timeoutMs: number
  clock: Clock
  /** a number from 0 to below 1 */
  random?: (() => number) | undefined
  /** called for each request to a node; `upstream` is its place in the configuration */
  onAsked?: ((asked: Asked & { chainId: string; upstream: number }) => void) | undefined
}

export function createChains({ chains, ...rest }: ChainsParameters): Chains {
  const all = chains.map((config) => createChain({ config, ...rest }))
  const byId = new Map<string, Chain>(all.map((chain) => [chain.id, chain]))
  return {
    all,
    find: (id) => byId.get(id),
    get(id) {
      const chain = byId.get(id)
      if (chain === undefined) throw new UnknownChainError()
      return chain
    },
  }
}

/** Kinds of nodes that take one request at a time, however they are configured. */
const withoutBatches = new Set(['near'])

type CreateChain = Omit<ChainsParameters, 'chains'> & { config: ChainConfig }

function createChain({ config, timeoutMs, clock, random = () => 0, onAsked }: CreateChain): Chain {
  const { upstreams: configured, ...facts } = config
  const [family = ''] = config.id.split(':')
  const maxBatch = withoutBatches.has(family) ? 1 : Number.POSITIVE_INFINITY
  const upstreams = configured.map((each, place) =>
    createUpstream({
      config: typeof each === 'string' ? { url: each, headers: {} } : each,
      maxBatch,
      timeoutMs,
      clock,
      random,
      onAsked: (asked) => onAsked?.({ ...asked, chainId: config.id, upstream: place }),
    }),
  )
  const healthCheck = healthCheckOf(config.id)
  let health: readonly HealthStatus[] = upstreams.map(() => 'unknown')
  return {
    ...facts,
    slots: createHoldings(figures.passed),
    laneSlots: { middling: createHoldings(figures.passedMiddling), dear: createHoldings(figures.passedDear) },
    request: (request) => ask({ upstreams, health, ...request }),
    async pass({ call, ...asker }) {
      // An answer to `null` looks to some nodes like one that no one waits for.
      if (call.id !== null && !isOfFilter(call.method)) return pass({ upstreams, health, call, ...asker })
      const [outcome] = await ask({ upstreams, health, calls: [call], ...asker })
      return outcome ?? unanswered
    },
    health: () => health,
    async check({ signal }) {
      if (healthCheck === undefined) return health
      const found = await Promise.all(
        upstreams.map(async (upstream): Promise<Found> => {
          const startedAt = clock.now()
          const outcomes = await probe({ upstream, calls: healthCheck.calls, signal })
          const read = healthCheck.read(outcomes)
          return read && { ...read, ms: clock.now() - startedAt }
        }),
      )
      health = judge({ found, mostBehind: config.mostBehind ?? healthCheck.mostBehind })
      return health
    },
  }
}

interface Probe {
  upstream: Upstream
  calls: readonly RpcCall[]
  signal: AbortSignal
}

/** @returns nothing where the node gave no usable answer */
async function probe({ upstream, calls, signal }: Probe): Promise<readonly RpcOutcome[]> {
  const { host } = upstream
  // Few enough to go one by one where a node takes no batches.
  const bodies = upstream.maxBatch < calls.length ? calls.map((call) => [call]) : [calls]
  try {
    const answers = await Promise.all(
      bodies.map(async (some) => {
        const answer = await upstream.ask({ body: bodyOf(some), lane: 'own', client: undefined, signal, isProbe: true })
        return outcomesOf({ answer, count: some.length, host })
      }),
    )
    return answers.flat()
  } catch (error) {
    if (error instanceof UpstreamError) return []
    throw error
  }
}
