import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import type { Chains } from '../chains/chains.js'
import { familyOf } from '../families/families.js'
import { createFollower } from './follower.js'
import type { ChainIndexState } from './rounds.js'

/** Follows the chains that are configured to be, and writes down what their accounts do. */
export interface Indexer extends BackgroundWork {
  /** Each chain's state, for metrics. */
  state(): readonly ChainIndexState[]
}

export interface IndexerParameters {
  chains: Chains
  orm: Orm
  log: Log
  clock: Clock
  /** this node of the server, unlike any other */
  holder: string
  /** how long a silent node counts as alive */
  leaseMs?: number | undefined
}

/** A node that dies is replaced within this time. */
const usualLeaseMs = 5_000

/**
 * Of several nodes on one database, one follows each chain: it holds a lease, and each step that it takes is checked against
 * it in the same transaction, so that a node which was only slow can't write beside its successor.
 */
export function createIndexer({ chains, orm, log, clock, holder, leaseMs = usualLeaseMs }: IndexerParameters): Indexer {
  const followers = chains.all.flatMap((chain) => {
    const { index: config } = chain
    // Accounts of other families have other chains, which aren't followed.
    if (config === undefined || !familyOf(chain.id).rooms.has('index')) return []
    return [createFollower({ chain, config, orm, log, clock, holder, leaseMs })]
  })
  return {
    name: 'indexer',
    state: () => followers.map((follower) => follower.state()),
    start() {
      for (const follower of followers) follower.start()
    },
    async stop() {
      await Promise.all(followers.map((follower) => follower.stop()))
    },
  }
}
