import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import type { Chain } from '../chains/chains.js'
import type { IndexConfig } from '../chains/indexConfig.js'
import { createIndexStore } from './indexStore.js'
import { createLease } from './lease.js'
import { createNewHeads } from './newHeads.js'
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
  const bell = createBell()
  const heads = config.heads === undefined ? undefined : createNewHeads({ url: config.heads, clock, onHead: bell.ring })
  const isAnnounced = () => heads?.isLive() ?? false
  const rounds = createRounds({ chain, config, store, lease, leaseMs, isAnnounced, log, signal })

  const follow = async () => {
    while (!signal.aborted) {
      bell.still()
      const waitMs = await rounds.next()
      if (waitMs === 0) continue
      const { leads, failuresInARow } = rounds.state()
      // A node that only stands by, or that fails, isn't called by blocks.
      if (!leads || failuresInARow > 0) await pause({ clock, ms: waitMs, signal })
      else {
        await pause({ clock, ms: waitMs, signal, bell })
        // Blocks that come together are read together.
        if (bell.hasRung()) await pause({ clock, ms: gatherMs, signal })
      }
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
      heads?.start()
      running ??= Promise.all([follow(), keep()])
        .then(rounds.end)
        .catch((error: unknown) => log.error({ chainId, error }, "a chain couldn't be let go"))
    },
    async stop() {
      stopping.abort()
      heads?.stop()
      await running
    },
  }
}

const gatherMs = 20

/** A bell that ends a pause before its time. */
interface Bell {
  ring(): void
  hasRung(): boolean
  /** Forgets that it has rung. */
  still(): void
  /** Called at the next ring, at once where it has rung already. */
  onRing(listener: () => void): void
}

function createBell(): Bell {
  let hasRung = false
  let listener = () => {}
  return {
    ring() {
      hasRung = true
      listener()
    },
    hasRung: () => hasRung,
    still() {
      hasRung = false
    },
    onRing(next) {
      listener = next
      if (hasRung) next()
    },
  }
}

/** Waits until the time is over, the bell rings or the signal aborts. */
function pause(request: { clock: Clock; ms: number; signal: AbortSignal; bell?: Bell | undefined }): Promise<void> {
  const { clock, ms, signal, bell } = request
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    bell?.onRing(end)
  })
}
