import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { pictures } from './pictures.js'

/** Metadata of token contracts, as read from the chain and sanitized for display. */
export const tokens = pgTable(
  'tokens',
  {
    /** CAIP-2 */
    chainId: text('chain_id').notNull(),
    /** in lower case */
    address: text('address').notNull(),
    name: text('name').notNull().default(''),
    symbol: text('symbol').notNull().default(''),
    decimals: integer('decimals').notNull().default(0),
    readAt: timestamp('read_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)

/** NFTs that were requested: what their metadata says, and when to try again where it couldn't be had. */
export const nfts = pgTable(
  'nfts',
  {
    /** CAIP-2 */
    chainId: text('chain_id').notNull(),
    /** in lower case */
    contract: text('contract').notNull(),
    /** decimal; up to 2^256 - 1 */
    tokenId: text('token_id').notNull(),
    standard: text('standard').$type<'erc721' | 'erc1155'>().notNull(),
    /** whose it was when it was first asked for, in lower case: its picture is of that account's share */
    account: text('account').notNull().default(''),
    /** null until it is known */
    name: text('name'),
    pictureHash: text('picture_hash').references(() => pictures.hash, { onDelete: 'set null' }),
    attempts: integer('attempts').notNull().default(0),
    /** null: nothing more is to be fetched */
    dueAt: timestamp('due_at', { withTimezone: true }),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.contract, table.tokenId] }),
    index('nfts_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('nfts_picture').on(table.pictureHash),
    index('nfts_account').on(table.account, table.askedAt),
    index('nfts_asked').on(table.askedAt),
  ],
)
