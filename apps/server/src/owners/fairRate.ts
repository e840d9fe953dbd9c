import { toSeconds } from '@foyer/service/budget/memoryBudgets'

/** A rate that many networks take from together, such as a project's messages. */
export interface FairRate {
  /**
   * Takes for a network.
   * @param request.from - whose it is that they share, such as a project
   * @param request.network - as `networkOf` gives it
   * @param request.cost - in units; one above the burst counts as that
   * @returns null, or the whole seconds until a retry; what is refused isn't counted
   */
  take(request: { from: string; network: string; cost: number }): number | null
}

export interface FairRateParameters {
  /** how many units are refilled each second, for all networks together */
  readonly perSecond: number
  /** how many may be taken at once, by all networks together */
  readonly burst: number
  readonly now: () => number
}

/** The shared state of networks under one name. */
interface Pool {
  /** The amount that each network that had taken some was given back until now, since the beginning. */
  refilled: number
  at: number
  sweptAt: number
  /** By network: how much has to have been refilled until it has taken nothing. */
  readonly takers: Map<string, number>
}

const sweepEveryMs = 1_000
/** Those who took least lately are forgotten beyond so many, of networks of a name and of names. */
const mostTakers = 20_000
const mostPools = 10_000

/**
 * A bucket that all networks share who take from it just now, each as much as any other: one alone has all of it, and of two hundred each a
 * two-hundredth, by which it is also refilled. So the one who takes most is refused first, and one that has taken nothing is always served,
 * whatever any number of others do. A border by network alone wouldn't do that: two hundred of them are together more than any project has.
 * Counted by this process: asking what nodes share would cost more than what is counted.
 */
export function createFairRate({ perSecond, burst, now }: FairRateParameters): FairRate {
  const pools = new Map<string, Pool>()
  return {
    take({ from, network, cost }) {
      const time = now()
      const pool = pools.get(from) ?? { refilled: 0, at: time, sweptAt: time, takers: new Map<string, number>() }
      pools.delete(from)
      pools.set(from, pool)
      forgetBeyond(pools, mostPools)
      refill({ pool, perSecond, time })
      const { takers, refilled } = pool
      const taken = Math.max(0, (takers.get(network) ?? refilled) - refilled)
      const sharers = takers.size + (takers.has(network) ? 0 : 1)
      const more = Math.min(cost, burst)
      const over = taken + more - burst / sharers
      if (taken > 0 && over > 0) return toSeconds((over * sharers * 1_000) / perSecond)
      takers.delete(network)
      takers.set(network, refilled + taken + more)
      forgetBeyond(takers, mostTakers)
      return null
    },
  }
}

function refill({ pool, perSecond, time }: { pool: Pool; perSecond: number; time: number }): void {
  const { takers } = pool
  pool.refilled += ((time - pool.at) * perSecond) / 1_000 / Math.max(1, takers.size)
  pool.at = time
  if (time - pool.sweptAt < sweepEveryMs) return
  pool.sweptAt = time
  for (const [network, until] of takers) if (until <= pool.refilled) takers.delete(network)
}

function forgetBeyond(kept: Map<string, unknown>, most: number): void {
  if (kept.size <= most) return
  for (const name of kept.keys()) return void kept.delete(name)
}
