import type { SessionPermission } from '@foyer/core/wire'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { projects } from './projects.js'

/** The sessions in which dapps act in an account's name for a while. */
export const smartSessions = pgTable(
  'smart_sessions',
  {
    /** The permission context identifier. */
    pci: uuid('pci').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** CAIP-2. */
    chainId: text('chain_id').notNull(),
    /** In lower case. */
    address: text('address').notNull(),
    permissions: jsonb('permissions').$type<readonly SessionPermission[]>().notNull(),
    /** Names of the policies. */
    policies: text('policies').array().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The wallet's grant; null as long as there is none. */
    context: text('context'),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /** HMAC-SHA256 of the network that asked for it: whose share it takes. */
    owner: text('owner').notNull().default(''),
    /** In bytes, with what belongs to the row; ends up in the owner's and the project's sum. */
    size: integer('size').generatedAlwaysAs(
      sql`1024 + octet_length(permissions::text) + coalesce(octet_length(context), 0)`,
    ),
  },
  (table) => [
    index('smart_sessions_address').on(table.address, table.createdAt),
    index('smart_sessions_owner').on(table.projectId, table.owner, table.createdAt, table.size),
    index('smart_sessions_expires').on(table.expiresAt),
    index('smart_sessions_revoked').on(table.revokedAt),
    index('smart_sessions_asked').on(table.createdAt).where(sql`${table.context} is null`),
  ],
)
