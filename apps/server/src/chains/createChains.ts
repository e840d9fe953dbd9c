import { createHoldings } from '@foyer/service/budget/holdings'
import type { Clock } from '@foyer/service/clock'
import * as v from 'valibot'
import { familyOf } from '../families/families.js'
import { bodyOf, outcomesOf, unanswered } from '../rpc/outcomes.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { ask, pass } from './ask.js'
import type { ChainConfig } from './chain.js'
import type { Chain, Chains, RpcCall, RpcOutcome } from './chains.js'
import { isOfFilter } from './filters.js'
import { type Found, type HealthStatus, judge } from './health.js'
import { passedFigures } from './passedFigures.js'
import { UnknownChainError } from './refusals.js'
import { createUpstream, type Upstream, type UpstreamOutcome } from './upstream.js'

export interface ChainsParameters {
  chains: readonly ChainConfig[]
  timeoutMs: number
  clock: Clock
  /** a number from 0 to below 1 */
  random?: (() => number) | undefined
  /** called for each request to a node; `upstream` is its place in the configuration */
  onAsked?: ((asked: UpstreamOutcome & { chainId: string; upstream: number }) => void) | undefined
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

type CreateChain = Omit<ChainsParameters, 'chains'> & { config: ChainConfig }

function createChain({ config, timeoutMs, clock, random = () => 0, onAsked }: CreateChain): Chain {
  const { upstreams: configured, bundler: _bundler, ...facts } = config
  const { nodes } = familyOf(config.id)
  const maxBatch = nodes.withoutBatches || nodes.paths ? 1 : Number.POSITIVE_INFINITY
  const upstreams = configured.map((each, place) =>
    createUpstream({
      config: typeof each === 'string' ? { url: each, headers: {} } : each,
      maxBatch,
      timeoutMs,
      paths: nodes.paths,
      clock,
      random,
      onAsked: (asked) => onAsked?.({ ...asked, chainId: config.id, upstream: place }),
    }),
  )
  const [, reference = ''] = config.id.split(':')
  const healthCheck = nodes.check?.(reference)
  let health: readonly HealthStatus[] = upstreams.map(() => 'unknown')
  return {
    ...facts,
    slots: createHoldings(passedFigures.all),
    laneSlots: { middling: createHoldings(passedFigures.middling), dear: createHoldings(passedFigures.dear) },
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
          const read = v.safeParse(healthCheck.outcomes, outcomes)
          return read.success ? { ...read.output, ms: clock.now() - startedAt } : null
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
