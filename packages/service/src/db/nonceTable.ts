import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Nonces that were used up, until they are over: whichever node writes one first has used it. */
export const nonceTable = <const Name extends string>(name: Name) =>
  pgTable(
    name,
    {
      nonce: text('nonce').primaryKey(),
      expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    },
    (table) => [index(`${name}_expires`).on(table.expiresAt)],
  )
