import { and, eq, ne } from 'drizzle-orm'
import type { Orm } from '../db/database.js'
import { accountTransactions, chainEvents, transactions } from '../db/schema/indexer.js'

/** More aren't compared. */
const most = 1_000

/** The recipients of an account's own transfers on one chain. */
export async function readCounterparties({
  orm,
  chainId,
  address,
}: {
  orm: Orm
  chainId: string
  /** in lower case */
  address: string
}): Promise<ReadonlySet<string>> {
  const ofAccount = accountTransactions
  const rows = await orm
    .selectDistinct({ to: chainEvents.to })
    .from(ofAccount)
    .innerJoin(transactions, and(eq(transactions.chainId, ofAccount.chainId), eq(transactions.hash, ofAccount.hash)))
    .innerJoin(chainEvents, and(eq(chainEvents.chainId, ofAccount.chainId), eq(chainEvents.hash, ofAccount.hash)))
    .where(
      and(
        eq(ofAccount.address, address),
        eq(ofAccount.chainId, chainId),
        eq(transactions.from, address),
        eq(chainEvents.from, address),
        ne(chainEvents.to, address),
        // A zero transfer in the account's name makes its recipient no known counterparty.
        ne(chainEvents.amount, '0'),
      ),
    )
    .limit(most)
  return new Set(rows.map(({ to }) => to))
}
