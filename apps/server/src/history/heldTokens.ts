import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import { and, desc, eq, isNotNull, max, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { HeldTokens } from '../balances/heldTokens.js'
import type { Chain } from '../chains/chains.js'
import { accountTransactions, chainEvents, receivedTokens } from '../db/schema/indexer.js'
import { startDeadline } from '../kernel/deadline.js'
import type { HistoryEngine } from './engines/engine.js'

/** More aren't asked about: an account that was sent so many was sent most of them uninvited. */
const most = 200
/** A balance doesn't wait longer for an engine: what it says late is there the next time. */
const engineMs = 2_500

export interface HeldTokensParameters {
  orm: Orm
  engines: ReadonlyMap<string, HistoryEngine>
  clock: Clock
  log: Log
}

/** The tokens that an account was ever seen to receive, out of the index, also where their history is no longer kept; of a network with an engine, those that it received lately. */
export function createHeldTokens({ orm, engines, clock, log }: HeldTokensParameters): HeldTokens {
  return {
    async of({ chain, address, client, signal }) {
      const account = address.toLowerCase()
      if (chain.index !== undefined) return inIndex({ orm, chain, account })
      const engine = engines.get(chain.id)
      if (engine?.tokens === undefined) return []
      const deadline = startDeadline({ signal, ms: engineMs, clock })
      try {
        return (await engine.tokens({ account, client, signal: deadline.signal })).slice(0, most)
      } catch (error) {
        signal.throwIfAborted()
        log.warn({ chainId: chain.id, error }, 'balances are answered with the configured tokens only')
        return []
      } finally {
        deadline.end()
      }
    },
  }
}

interface InIndex {
  orm: Orm
  chain: Chain
  account: string
}

async function inIndex({ orm, chain, account }: InIndex): Promise<readonly string[]> {
  const inHistory = orm
    .select({ contract: sql<string>`${chainEvents.contract}`.as('contract'), minedAt: accountTransactions.minedAt })
    .from(accountTransactions)
    .innerJoin(
      chainEvents,
      and(eq(chainEvents.chainId, accountTransactions.chainId), eq(chainEvents.hash, accountTransactions.hash)),
    )
    .where(
      and(
        eq(accountTransactions.address, account),
        eq(accountTransactions.chainId, chain.id),
        eq(chainEvents.kind, 'erc20'),
        eq(chainEvents.to, account),
        isNotNull(chainEvents.contract),
      ),
    )
  const before = orm
    .select({ contract: sql<string>`${receivedTokens.contract}`.as('contract'), minedAt: receivedTokens.minedAt })
    .from(receivedTokens)
    .where(and(eq(receivedTokens.address, account), eq(receivedTokens.chainId, chain.id)))
  const received = unionAll(inHistory, before).as('received')
  const rows = await orm
    .select({ contract: received.contract })
    .from(received)
    .groupBy(received.contract)
    .orderBy(desc(max(received.minedAt)))
    .limit(most)
  return rows.map(({ contract }) => contract)
}
