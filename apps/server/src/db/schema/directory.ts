import type { Wallet } from '@foyer/core/wire'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** Listed wallets: each one's entry, and the operator's edits. */
export const directoryWallets = pgTable('directory_wallets', {
  id: text('id').primaryKey(),
  /** Its source: `shipped`, `imported` or `operator`. A list changes entries of lists, never those of an operator. */
  source: text('source').notNull(),
  listed: jsonb('listed').$type<Wallet>().notNull(),
  /** Takes the place of what is listed, field by field; `hidden` takes the wallet out. */
  edits: jsonb('edits').$type<Record<string, unknown>>().notNull().default({}),
})

/** One row with the directory's version, so that nodes which hold it in memory notice a change. */
export const directoryState = pgTable('directory_state', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
  /** Of the shipped list that was imported last. */
  shippedDigest: text('shipped_digest'),
  /** A list has replaced the shipped one: that of the next release isn't imported. */
  withoutShipped: boolean('without_shipped').notNull().default(false),
})
