import type { Wallet } from '@foyer/core/wire'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Wallets that are listed: what a list said of each, and what the operator says instead. */
export const directoryWallets = pgTable('directory_wallets', {
  id: text('id').primaryKey(),
  /** Who brought it: `shipped`, `imported` or `operator`. A list changes what a list brought, never what an operator did. */
  source: text('source').notNull(),
  listed: jsonb('listed').$type<Wallet>().notNull(),
  /** Takes the place of what is listed, field by field; `hidden` takes the wallet out. */
  edits: jsonb('edits').$type<Record<string, unknown>>().notNull().default({}),
})

/** Pictures that take the place of the server's own artwork. */
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

/** One row that says which directory this is, so that nodes which hold it in memory notice a change. */
export const directoryState = pgTable('directory_state', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
  /** Of the shipped list that was taken in last. */
  shippedDigest: text('shipped_digest'),
  /** A list has taken the place of the shipped one: that of the next release isn't taken in. */
  withoutShipped: boolean('without_shipped').notNull().default(false),
})
