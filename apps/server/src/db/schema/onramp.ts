import { index, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { projects } from './projects.js'

/** What visitors bought for money: what a provider reported, and of a success what the network itself shows. */
export const purchases = pgTable(
  'purchases',
  {
    /** The provider's id in the configuration. */
    provider: text('provider').notNull(),
    /** The provider's own. */
    id: text('id').notNull(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Who gets it: in lower case on eip155 networks. */
    address: text('address').notNull(),
    /** CAIP-2. */
    chainId: text('chain_id').notNull(),
    /** CAIP-19. */
    asset: text('asset').notNull(),
    /** Decimal, in whole units of the asset. */
    amount: text('amount').notNull(),
    paymentAmount: text('payment_amount').notNull(),
    paymentCurrency: text('payment_currency').notNull(),
    status: text('status', { enum: ['IN_PROGRESS', 'SUCCESS', 'FAILED'] }).notNull(),
    txHash: text('tx_hash'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.id] }),
    index('purchases_address_created').on(table.address, table.createdAt),
    // One payment settles one purchase.
    uniqueIndex('purchases_transaction').on(table.chainId, table.txHash),
  ],
)
