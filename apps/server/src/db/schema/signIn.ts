import { nonceTable } from '@foyer/service/db/nonceTable'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { projects } from './projects.js'

/** Nonces that a sign-in used up, until their tokens are over. */
export const usedNonces = nonceTable('used_nonces')

/** Accounts that signed in to a project with a wallet. */
export const signedInAccounts = pgTable(
  'signed_in_accounts',
  {
    id: uuid('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The CAIP-2 namespace. */
    family: text('family').notNull(),
    /** As its family compares it: in lower case where it has no case of its own. */
    address: text('address').notNull(),
    /** CAIP-2: the one network where the account is, for a contract. Empty for a key's, which is the same on all of its family. */
    onlyChainId: text('only_chain_id').notNull().default(''),
    /** CAIP-2, of the last sign-in. */
    chainId: text('chain_id').notNull(),
    /** HMAC-SHA256 of the network that the last sign-in came from: whose share the account takes. */
    owner: text('owner').notNull().default(''),
    /** In bytes, with what belongs to the row and its sessions; ends up in the owner's and the project's sum. */
    size: integer('size').generatedAlwaysAs(
      sql`1024 + coalesce(octet_length(metadata::text), 0) + coalesce(octet_length(connection_method::text), 0)`,
    ),
    profileId: uuid('profile_id').notNull(),
    connectionMethod: jsonb('connection_method').$type<Readonly<Record<string, string>>>(),
    /** The dapp's data about it. */
    metadata: jsonb('metadata').$type<Readonly<Record<string, unknown>>>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSignedInAt: timestamp('last_signed_in_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('signed_in_accounts_address').on(table.projectId, table.family, table.address, table.onlyChainId),
    index('signed_in_accounts_owner').on(table.projectId, table.owner, table.updatedAt, table.size),
    index('signed_in_accounts_last').on(table.lastSignedInAt),
  ],
)

/** Sessions whose tokens hold: signing out deletes them. */
export const signInSessions = pgTable(
  'sign_in_sessions',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => signedInAccounts.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('sign_in_sessions_account').on(table.accountId),
    index('sign_in_sessions_expires').on(table.expiresAt),
  ],
)
