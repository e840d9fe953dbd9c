import type { Wallet } from '@foyer/core/wire'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Listed wallets: each one's entry, and the operator's edits. */
export const directoryWallets = pgTable('directory_wallets', {
  id: text('id').primaryKey(),
  /** Its source: `shipped`, `imported` or `operator`. A list changes entries of lists, never those of an operator. */
  source: text('source').notNull(),
  listed: jsonb('listed').$type<Wallet>().notNull(),
  /** Takes the place of what is listed, field by field; `hidden` takes the wallet out. */
  edits: jsonb('edits').$type<Record<string, unknown>>().notNull().default({}),
})

/** Of the former release, whose nodes may still run on this database: pictures that replace the server's artwork. `formerPictures` moves them. */
export const directoryPictures = pgTable(
  'directory_pictures',
  {
    /** `wallet`, `asset`, `currency` or `token`: each has its own ids. */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    mediaType: text('media_type').notNull(),
    /** Base64: one form in both databases and in a backup. */
    content: text('content').notNull(),
    /** Of the content, for the ETag. */
    digest: text('digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)

/** One row with the directory's version, so that nodes which hold it in memory notice a change. */
export const directoryState = pgTable('directory_state', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
  /** Of the shipped list that was imported last. */
  shippedDigest: text('shipped_digest'),
  /** A list has replaced the shipped one: that of the next release isn't imported. */
  withoutShipped: boolean('without_shipped').notNull().default(false),
})
