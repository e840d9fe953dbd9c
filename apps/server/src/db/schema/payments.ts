import { index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { projects } from './projects.js'

/** Visitors' purchases for money: what a provider reported, and of a success what the network itself shows. */
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
    /** The recipient: in lower case on eip155 networks. */
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

/** Which messages of on-ramps and exchanges were taken, so that none counts twice. Kept as long as their signatures hold. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Such as `onramp:desk`. */
    sender: text('sender').notNull(),
    /** The sender's own id of the message. */
    delivery: uuid('delivery').notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sender, table.delivery] }),
    index('webhook_deliveries_received').on(table.receivedAt),
  ],
)
