import { and, desc, eq, max } from 'drizzle-orm'
import type { HeldTokens } from '../balances/heldTokens.js'
import type { Orm } from '../db/database.js'
import { accountTransactions, chainEvents } from '../db/schema/indexer.js'

/** More aren't asked about: an account that was sent so many was sent most of them uninvited. */
const most = 200

/** The tokens that an account was ever seen to receive, out of the index. */
export function createHeldTokens({ orm }: { orm: Orm }): HeldTokens {
  return {
    async of({ chain, address }) {
      const account = address.toLowerCase()
      const latest = max(accountTransactions.minedAt)
      const rows = await orm
        .select({ contract: chainEvents.contract, latest })
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
          ),
        )
        .groupBy(chainEvents.contract)
        .orderBy(desc(latest))
        .limit(most)
      return rows.flatMap(({ contract }) => contract ?? [])
    },
  }
}
