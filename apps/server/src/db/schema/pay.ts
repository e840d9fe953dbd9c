import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { projects } from './projects.js'

/** Payments that visitors were sent to an exchange for. */
export const paySessions = pgTable(
  'pay_sessions',
  {
    id: uuid('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The exchange's id in the configuration. */
    exchangeId: text('exchange_id').notNull(),
    /** CAIP-2. */
    chainId: text('chain_id').notNull(),
    /** CAIP-19. */
    asset: text('asset').notNull(),
    /** Decimal, in whole units of the asset. */
    amount: text('amount').notNull(),
    /** CAIP-10. */
    recipient: text('recipient').notNull(),
    status: text('status', { enum: ['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED'] }).notNull(),
    txHash: text('tx_hash'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  // One payment settles one session.
  (table) => [uniqueIndex('pay_sessions_transaction').on(table.chainId, table.txHash)],
)
