import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** What token contracts say about themselves, as it was read from the chain and made fit to show. */
export const tokens = pgTable(
  'tokens',
  {
    /** CAIP-2 */
    chainId: text('chain_id').notNull(),
    /** in lower case */
    address: text('address').notNull(),
    /** Only tokens are stored; what is false was stored by an older release, and is one of nothing. */
    isToken: boolean('is_token').notNull(),
    name: text('name').notNull().default(''),
    symbol: text('symbol').notNull().default(''),
    decimals: integer('decimals').notNull().default(0),
    readAt: timestamp('read_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)
