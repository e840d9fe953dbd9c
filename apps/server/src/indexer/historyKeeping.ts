import type { Orm } from '@foyer/service/db/database'
import { eachSettled } from '@foyer/service/eachSettled'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { asc, eq, sql } from 'drizzle-orm'
import type { KeepingParameters } from '../db/keeping.js'
import { accountTransactions, indexCursors } from '../db/schema/indexer.js'
import { zeroAddress } from './chainEvent.js'

export interface HistoryKeepingParameters extends KeepingParameters {
  /** how long histories are kept, by the time of the blocks */
  days: number
}

const everyMs = 3_600_000
const daySeconds = 86_400
/** Participants a step; the rest of the last block goes with them. The chain's indexer waits for the step. */
const batch = 500

/**
 * Deletes from the histories of indexed chains what is older. What gives an account's present holdings stays: transfers and approvals
 * of NFTs and approvals of tokens with their transactions, and the names of the tokens that it received. Several nodes may do it at once.
 */
export function createHistoryKeeping({ orm, days, clock, log }: HistoryKeepingParameters): BackgroundWork {
  const round = async (signal: AbortSignal) => {
    const oldest = Math.floor(clock.now() / 1_000) - days * daySeconds
    const chains = await orm.select({ chainId: indexCursors.chainId }).from(indexCursors)
    await eachSettled(chains, async ({ chainId }) => {
      do signal.throwIfAborted()
      while (await forgetSome({ orm, chainId, oldest }))
    })
  }
  return createRepeatedWork({ name: 'history retention', everyMs, clock, log, round })
}

interface ForgetSome {
  orm: Orm
  chainId: string
  /** of the blocks that stay; in seconds since 1970 */
  oldest: number
}

/** @returns whether there may be more */
function forgetSome({ orm, chainId, oldest }: ForgetSome): Promise<boolean> {
  return orm.transaction(async (tx) => {
    // As the indexer does for each of its steps, so that the two, and two nodes, take turns.
    await tx.select().from(indexCursors).where(eq(indexCursors.chainId, chainId)).for('update')
    const { blockNumber, minedAt } = accountTransactions
    const first = await tx
      .select({ blockNumber, minedAt })
      .from(accountTransactions)
      .where(eq(accountTransactions.chainId, chainId))
      .orderBy(asc(blockNumber))
      .limit(batch)
    const isYoung = first.findIndex((row) => row.minedAt >= oldest)
    const old = isYoung === -1 ? first : first.slice(0, isYoung)
    const last = old.at(-1)
    if (last === undefined) return false
    await forgetUpTo({ tx, chainId, blockNumber: last.blockNumber })
    return old.length === batch
  })
}

/** In one statement, so that all of it is about the same rows. */
async function forgetUpTo({ tx, chainId, blockNumber }: { tx: Orm; chainId: string; blockNumber: number }) {
  const isOfHoldings = sql.raw(`e.kind in ('erc721', 'erc1155', 'approval', 'approvalForAll')`)
  await tx.execute(sql`
    with participants as (
      delete from account_transactions where chain_id = ${chainId} and block_number <= ${blockNumber}
      returning hash, mined_at
    ), gone as (
      select hash, max(mined_at) as mined_at from participants group by hash
    ), received as (
      insert into received_tokens (chain_id, address, contract, mined_at, is_own)
      select e.chain_id, e.to_address, e.contract, max(gone.mined_at), bool_or(e.is_own)
      from gone join chain_events e on e.chain_id = ${chainId} and e.hash = gone.hash
      where e.kind = 'erc20' and e.contract is not null and e.to_address <> ${zeroAddress}
      group by e.chain_id, e.to_address, e.contract
      on conflict (chain_id, address, contract) do update
        set mined_at = excluded.mined_at, is_own = received_tokens.is_own or excluded.is_own
    ), happened as (
      delete from chain_events e using gone
      where e.chain_id = ${chainId} and e.hash = gone.hash and not ${isOfHoldings}
    )
    delete from transactions t using gone
    where t.chain_id = ${chainId} and t.hash = gone.hash
      and not exists (select from chain_events e where e.chain_id = t.chain_id and e.hash = t.hash and ${isOfHoldings})`)
}
