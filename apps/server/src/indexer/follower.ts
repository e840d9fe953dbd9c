import type { Chain } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import type { Log } from '../log/createLog.js'
import { advance } from './advance.js'
import type { IndexConfig } from './indexConfig.js'
import { createIndexStore } from './indexStore.js'
import { createLease } from './lease.js'
import { createWatchedAccounts } from './watchedAccounts.js'

/** How a chain's index stands, as this node of the server knows it. */
export interface ChainIndexState {
  /** CAIP-2 */
  readonly chainId: string
  /** whether it is this node that follows */
  readonly leads: boolean
  /** the chain's newest block; null as long as nothing is known of it */
  readonly head: number | null
  /** the last block that is taken in */
  readonly indexed: number | null
  /** how many blocks are still to be taken in */
  readonly lag: number | null
  /** how many reorganisations this node has met since it began */
  readonly reorgs: number
  /** how many rounds have failed since it began, and how many in a row just now */
  readonly failures: number
  readonly failuresInARow: number
}

export interface FollowerParameters {
  chain: Chain
  config: IndexConfig
  orm: Orm
  log: Log
  clock: Clock
  holder: string
  leaseMs: number
}

/** Follows one chain for as long as it runs. */
export interface Follower {
  state(): ChainIndexState
  start(): void
  stop(): Promise<void>
}

const usualPauseMs = 1_000
const longestPauseMs = 30_000
/** A hundred blocks of a local chain are nothing; of a large one, a few fill an answer. */
const mostBlocks = { all: 100, asked: 20 } as const

/** It begins with little, so that a server which is killed again and again gets on all the same. */
const firstBlocks = 5

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

export function createFollower({ chain, config, orm, log, clock, holder, leaseMs }: FollowerParameters): Follower {
  const chainId = chain.id
  const lease = createLease({ orm, chainId, holder, leaseMs })
  const store = createIndexStore({ orm, chainId, holder, leaseMs, now: clock.now })
  const watched = config.follow === 'all' ? null : createWatchedAccounts({ store })
  const pauseMs = config.everyMs ?? usualPauseMs
  const state: Mutable<ChainIndexState> = {
    chainId,
    leads: false,
    head: null,
    indexed: null,
    lag: null,
    reorgs: 0,
    failures: 0,
    failuresInARow: 0,
  }
  const stopping = new AbortController()
  const { signal } = stopping
  let most = firstBlocks

  /** @returns how long to wait before the next */
  const round = async (): Promise<number> => {
    state.leads = await lease.hold()
    if (!state.leads) return leaseMs / 4
    const { head, indexed, reorganised } = await advance({ chain, config, store, watched, most, signal })
    if (reorganised) state.reorgs += 1
    state.head = head
    state.indexed = indexed
    state.lag = indexed === null ? null : Math.max(0, head - indexed)
    state.failuresInARow = 0
    most = Math.min(mostBlocks[config.follow], most * 2)
    return indexed === null || indexed < head ? 0 : pauseMs
  }

  const failed = (error: unknown): number => {
    if (signal.aborted) return 0
    state.failures += 1
    state.failuresInARow += 1
    most = Math.max(1, Math.floor(most / 2)) // it may have been too much at once
    log.warn({ chainId, error }, 'a round of following failed')
    const asked = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
    return Math.max(asked, Math.min(longestPauseMs, pauseMs * 2 ** Math.min(10, state.failuresInARow - 1)))
  }

  const run = async () => {
    while (!signal.aborted) {
      const waitMs = await round().catch(failed)
      if (waitMs > 0) await pause({ clock, ms: waitMs, signal })
    }
    if (state.leads) await lease.release()
    state.leads = false
  }

  /** A round may take longer than the lease lasts, so it is kept beside it. */
  const keep = async () => {
    while (!signal.aborted) {
      await pause({ clock, ms: leaseMs / 3, signal })
      if (state.leads && !signal.aborted) {
        state.leads = await lease.hold().catch((error: unknown) => {
          log.warn({ chainId, error }, "the lease of a chain couldn't be kept")
          return false
        })
      }
    }
  }

  let running: Promise<unknown> | undefined
  return {
    state: () => ({ ...state }),
    start() {
      running ??= Promise.all([keep(), run()]).catch((error: unknown) => {
        log.error({ chainId, error }, "a chain couldn't be let go")
      })
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Waits, but no longer than until it is told to stop. */
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
