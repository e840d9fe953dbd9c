import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { projects } from './projects.js'

/**
 * Events from dapps of projects with analytics on. Neither the address of a visitor nor that of a page is kept. The table is
 * partitioned by `received_at`, which drizzle can't express; each partition has a unique index on (project_id, id) (`events/partitions.ts`).
 */
export const events = pgTable(
  'events',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The sender's id: an event that arrives twice is stored once. */
    id: uuid('id').notNull(),
    type: text('type').notNull(),
    event: text('event').notNull(),
    properties: jsonb('properties').$type<Record<string, unknown>>().notNull(),
    domain: text('domain').notNull(),
    /** By the sender's clock. */
    timestamp: timestamp('timestamp', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  // Also the index of a project's days.
  (table) => [primaryKey({ columns: [table.projectId, table.receivedAt, table.id] })],
)
