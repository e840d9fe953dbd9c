import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { HeldTokens } from '../balances/heldTokens.js'
import type { Chain } from '../chains/chains.js'
import { chainEvents, receivedTokens } from '../db/schema/indexer.js'
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

/** Receipts that are looked at, of those in transactions that the account signed and of others: several may be of one token. */
const looked = 500
/** Those of the account's own leave room for what it was sent. */
const mostOwn = 150

/** The newest: what strangers send hides nothing that came by the account's own transactions. */
async function inIndex(asked: InIndex): Promise<readonly string[]> {
  const [own, ownBefore, others, othersBefore] = await Promise.all([
    inHistory(asked, true),
    before(asked, true),
    inHistory(asked, false),
    before(asked, false),
  ])
  const first = [...new Set([...own, ...ownBefore])].slice(0, mostOwn)
  return [...new Set([...first, ...others, ...othersBefore])].slice(0, most)
}

async function inHistory({ orm, chain, account }: InIndex, isOwn: boolean): Promise<readonly string[]> {
  const { chainId, kind, contract, to, blockNumber } = chainEvents
  const isReceipt = and(eq(chainId, chain.id), eq(to, account), sql`${kind} = 'erc20'`, eq(chainEvents.isOwn, isOwn))
  const rows = await orm
    .select({ contract })
    .from(chainEvents)
    .where(isReceipt)
    .orderBy(desc(blockNumber))
    .limit(looked)
  return rows.flatMap((row) => row.contract ?? [])
}

async function before({ orm, chain, account }: InIndex, isOwn: boolean): Promise<readonly string[]> {
  const { chainId, address, contract, minedAt } = receivedTokens
  const rows = await orm
    .select({ contract })
    .from(receivedTokens)
    .where(and(eq(chainId, chain.id), eq(address, account), eq(receivedTokens.isOwn, isOwn)))
    .orderBy(desc(minedAt))
    .limit(most)
  return rows.map((row) => row.contract)
}
