import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import type { Chain, Chains } from './chains.js'
import type { HealthStatus } from './health.js'

const everyMs = 10_000

/**
 * Checks every node of every network every ten seconds, so that requests go to healthy nodes. What changes
 * is logged: a node by its network and its place in the configuration, since its address may hold a key.
 */
export function createChainWatch({ chains, clock, log }: { chains: Chains; clock: Clock; log: Log }): BackgroundWork {
  const check = async (chain: Chain, signal: AbortSignal) => {
    const before = chain.health()
    const after = await chain.check({ signal })
    const isOnly = after.length === 1
    for (const [upstream, status] of after.entries()) {
      if (status === before[upstream]) continue
      logChange({ log, chainId: chain.id, upstream, status, before: before[upstream], isOnly })
    }
  }
  const round = async (signal: AbortSignal) => {
    const settled = await Promise.allSettled(chains.all.map((chain) => check(chain, signal)))
    if (signal.aborted) return
    for (const one of settled) {
      if (one.status === 'rejected') log.error({ error: one.reason }, "a network's nodes could not be checked")
    }
  }
  return createRepeatedWork({ name: 'chains', everyMs, clock, log, round })
}

interface StatusChange {
  log: Log
  chainId: string
  upstream: number
  status: HealthStatus
  before: HealthStatus | undefined
  /** There is no other to ask. */
  isOnly: boolean
}

function logChange({ log, chainId, upstream, status, before, isOnly }: StatusChange): void {
  const facts = { chainId, upstream, status }
  if (status === 'wrong_chain') log.error(facts, "a node is another network's: it is not asked any more")
  else if (status !== 'healthy')
    log.warn(
      facts,
      isOnly ? 'the only node of a network is not well' : 'a node is not well: the others are asked first',
    )
  else if (before !== 'unknown') log.info(facts, 'a node is well again')
}
