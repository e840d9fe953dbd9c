import type { Chain } from '../chains/chains.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import type { Log } from '../log/createLog.js'
import type { IndexConfig } from './indexConfig.js'
import { createIndexStore } from './indexStore.js'
import { createLease } from './lease.js'
import { type ChainIndexState, createRounds } from './rounds.js'

export interface FollowerParameters {
  chain: Chain
  config: IndexConfig
  orm: Orm
  log: Log
  clock: Clock
  /** this node, unlike any other */
  holder: string
  leaseMs: number
}

/** Follows one chain for as long as it runs. */
export interface Follower {
  state(): ChainIndexState
  start(): void
  stop(): Promise<void>
}

export function createFollower({ chain, config, orm, log, clock, holder, leaseMs }: FollowerParameters): Follower {
  const chainId = chain.id
  const stopping = new AbortController()
  const { signal } = stopping
  const lease = createLease({ orm, chainId, holder, leaseMs })
  const store = createIndexStore({ orm, chainId, holder, leaseMs, now: clock.now })
  const rounds = createRounds({ chain, config, store, lease, leaseMs, log, signal })

  const follow = async () => {
    while (!signal.aborted) {
      const waitMs = await rounds.next()
      if (waitMs > 0) await pause({ clock, ms: waitMs, signal })
    }
  }
  /** A round may take longer than the lease lasts, so it is kept beside it. */
  const keep = async () => {
    while (!signal.aborted) {
      await pause({ clock, ms: leaseMs / 3, signal })
      if (!signal.aborted) await rounds.keep()
    }
  }

  let running: Promise<unknown> | undefined
  return {
    state: rounds.state,
    start() {
      running ??= Promise.all([follow(), keep()])
        .then(rounds.end)
        .catch((error: unknown) => log.error({ chainId, error }, "a chain couldn't be let go"))
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Waits until the time is over or the signal aborts. */
function pause({ clock, ms, signal }: { clock: Clock; ms: number; signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
