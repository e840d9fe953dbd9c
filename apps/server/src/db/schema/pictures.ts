import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Pictures whose content is in the folder or the bucket, each once however many show it. A row is written before its content and deleted
 * after it, so that no content is without a row, whenever a server is killed.
 */
export const pictures = pgTable(
  'pictures',
  {
    /** SHA-256 of the content, in hex */
    hash: text('hash').primaryKey(),
    mediaType: text('media_type').notNull(),
    /** of the content, in bytes */
    size: integer('size').notNull(),
    /** in whose share it counts: the account that it was first fetched for; null for the operator's own */
    account: text('account'),
    /** when it was last kept; for an hour after that it stays, shown or not */
    keptAt: timestamp('kept_at', { withTimezone: true }).notNull(),
    /** whether the content was written since then */
    isStored: boolean('is_stored').notNull().default(false),
    /** when a server began to delete it */
    leavingAt: timestamp('leaving_at', { withTimezone: true }),
  },
  (table) => [index('pictures_account').on(table.account)],
)

/** Which pictures the operator supplied in the place of the server's artwork. */
export const suppliedPictures = pgTable(
  'supplied_pictures',
  {
    /** `wallet`, `asset`, `currency` or `token`: each has its own ids. */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    hash: text('hash')
      .notNull()
      .references(() => pictures.hash),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] }), index('supplied_pictures_hash').on(table.hash)],
)
