import { randomUUID } from 'node:crypto'
import { systemClock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import type { ChainConfig } from '../../chains/chain.js'
import { createChains } from '../../chains/createChains.js'
import type { IndexConfig } from '../../chains/indexConfig.js'
import { createIndexer, type Indexer } from '../indexer.js'

export interface FollowForTest {
  database: Database
  chains: readonly ChainConfig[]
  leaseMs?: number | undefined
  /** another follower than all others, if left out */
  holder?: string | undefined
}

/** A local chain as configuration describes it, followed without long pauses. */
export function followedChain({
  url,
  id = 'eip155:31337',
  index = {},
}: {
  url: string
  id?: ChainConfig['id'] | undefined
  index?: IndexConfig | undefined
}): ChainConfig {
  return {
    id,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: [url],
    tokens: [],
    index: { everyMs: 50, ...index },
  }
}

/** An indexer at work, by the machine's own clock; nothing in the product imports this. */
export function followForTest({ database, chains, leaseMs, holder = randomUUID() }: FollowForTest): Indexer {
  const indexer = createIndexer({
    chains: createChains({ chains, timeoutMs: 60_000, clock: systemClock }),
    orm: database.orm,
    log: createLog({ level: 'silent' }),
    clock: systemClock,
    holder,
    leaseMs,
  })
  indexer.start()
  return indexer
}
