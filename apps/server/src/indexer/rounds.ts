import type { Log } from '@foyer/service/log/createLog'
import type { Chain } from '../chains/chains.js'
import type { IndexConfig } from '../chains/indexConfig.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { advance, type Seen } from './advance.js'
import type { IndexStore } from './indexStore.js'
import type { Lease } from './lease.js'
import type { Leaving } from './readChain.js'
import { type Care, careAfter, newCare } from './readInParts.js'

/** The state of a chain's index, as this node of the server knows it. */
export interface ChainIndexState {
  /** CAIP-2 */
  readonly chainId: string
  /** whether it is this node that follows */
  readonly leads: boolean
  /** the chain's newest block, as the last round saw it; null where that one couldn't */
  readonly head: number | null
  /** the last block that is indexed */
  readonly indexed: number | null
  /** how many blocks are still to be indexed; null where the last round couldn't see the chain, so that a standstill isn't taken for rest */
  readonly lag: number | null
  /** how many reorganisations this node has met since it began */
  readonly reorgs: number
  /** how many rounds have failed since it began, and how many in a row just now */
  readonly failures: number
  readonly failuresInARow: number
  /** how many transactions it has taken in part or not at all, as a node doesn't give the rest */
  readonly unread: number
}

export interface RoundsParameters {
  chain: Pick<Chain, 'id' | 'request' | 'tokens'>
  config: IndexConfig
  store: IndexStore
  lease: Lease
  leaseMs: number
  /** whether new blocks are announced: then it is enough to look now and then */
  isAnnounced?: (() => boolean) | undefined
  log: Log
  signal: AbortSignal
}

/** The steps of following a chain. */
export interface Rounds {
  state(): ChainIndexState
  /** Takes a step, if this node may. It never throws. @returns how long to wait before the next, in milliseconds */
  next(): Promise<number>
  /** Renews the lease where this node holds it. */
  keep(): Promise<void>
  /** Lets another node follow at once. */
  end(): Promise<void>
}

const usualPauseMs = 1_000
/** A node may fall silent, and a local chain be set back without a new block. */
const restMs = 10_000
const longestPauseMs = 30_000
const mostBlocks = 100
/** The first step is small, so that a server that is killed repeatedly still makes progress. */
const firstBlocks = 5

export function createRounds(parameters: RoundsParameters): Rounds {
  const { chain, config, store, lease, leaseMs, isAnnounced = () => false, log, signal } = parameters
  const chainId = chain.id
  const pauseMs = config.everyMs ?? usualPauseMs
  const nothing = { head: null, indexed: null, lag: null }
  let state: ChainIndexState = {
    chainId,
    leads: false,
    ...nothing,
    reorgs: 0,
    failures: 0,
    failuresInARow: 0,
    unread: 0,
  }
  let most = firstBlocks
  let care: Care = newCare()
  const change = (changes: Partial<ChainIndexState>) => {
    state = { ...state, ...changes }
  }

  let hasSeen = false
  const saw = ({ head, indexed }: Seen) => {
    hasSeen = true
    change({ head, indexed, lag: indexed === null ? null : Math.max(0, head - indexed) })
  }

  const leftUnread: Leaving['onUnread'] = (hash, part) => {
    change({ unread: state.unread + 1 })
    log.warn({ chainId, hash, part }, "a part of a transaction is too large, or isn't given: it is indexed without")
  }

  const round = async (): Promise<number> => {
    hasSeen = false
    change({ leads: await lease.hold() })
    if (!state.leads) return leaseMs / 4
    const reorganised = await advance({ chain, config, store, most, onSeen: saw, onUnread: leftUnread, care, signal })
    change({ failuresInARow: 0, reorgs: state.reorgs + (reorganised ? 1 : 0) })
    most = Math.min(mostBlocks, most * 2)
    care = careAfter(care)
    // A chain without a block has nothing to read yet.
    if (state.lag !== null && state.lag > 0) return 0
    return isAnnounced() ? Math.max(pauseMs, restMs) : pauseMs
  }

  const failed = (error: unknown): number => {
    if (signal.aborted) return 0
    change({ failures: state.failures + 1, failuresInARow: state.failuresInARow + 1 })
    if (!hasSeen) change({ head: null, lag: null })
    // It may have been too much at once.
    most = Math.max(1, Math.floor(most / 2))
    care = { ...care, calls: Math.max(1, Math.floor(care.calls / 2)) }
    log.warn({ chainId, error }, 'a round of following failed')
    const asked = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
    return Math.max(asked, Math.min(longestPauseMs, pauseMs * 2 ** Math.min(10, state.failuresInARow - 1)))
  }

  return {
    state: () => state,
    next: () => round().catch(failed),
    async keep() {
      if (!state.leads) return
      try {
        change({ leads: await lease.hold() })
      } catch (error) {
        log.warn({ chainId, error }, "the lease of a chain couldn't be kept")
      }
    },
    async end() {
      if (state.leads) await lease.release()
      change({ leads: false })
    },
  }
}
