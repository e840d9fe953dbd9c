import { boolean, index, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The last quoted swaps, for a short while: an approval is for exactly that amount. The client is stored as a
 * digest only.
 */
export const swapAsks = pgTable(
  'swap_asks',
  {
    /** Of the project, the client, the account and both tokens. */
    id: text('id').primaryKey(),
    /** Of the project, the client, the account and the token that is sold. */
    source: text('source').notNull(),
    amount: numeric('amount', { precision: 78, scale: 0 }).notNull(),
    /** Whether the swap takes place without an approval. */
    withoutApproval: boolean('without_approval').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('swap_asks_source').on(table.source, table.askedAt), index('swap_asks_asked').on(table.askedAt)],
)
