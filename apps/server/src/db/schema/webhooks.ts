import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
