import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Projects: the id in every call of a dapp, and its settings. */
export const projects = pgTable('projects', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The dapp's page and picture, shown where a session names its project. */
  url: text('url'),
  iconUrl: text('icon_url'),
  /** Origins and patterns as `isOriginPattern` takes them. */
  allowedOrigins: text('allowed_origins').array().notNull(),
  /** Exact origins of pages for whose script the operator answers; each is allowed, too. */
  vouchedOrigins: text('vouched_origins').array().notNull().default(sql`'{}'::text[]`),
  analyticsEnabled: boolean('analytics_enabled').notNull().default(false),
  /** A project in development: every origin on the developer's machine is allowed too. */
  development: boolean('development').notNull().default(false),
  /** The number of requests a day (UTC) that are answered; null: any number. */
  dailyRequests: integer('daily_requests'),
  /** Names of `projectFeatures`. What is off is kept, so that a new feature is on for the projects that are there. */
  featuresOff: text('features_off').array().notNull().default(sql`'{}'::text[]`),
  /** Which transactions the operator pays for, as `Sponsorship` has it; null: none. */
  sponsorship: jsonb('sponsorship'),
  /** The functions of contracts that keys may be granted to call though their effect isn't known, as `Callable` has them. */
  callable: jsonb('callable').notNull().default(sql`'[]'::jsonb`),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** The number of requests of each project on each day (UTC), added up by all nodes. */
export const projectUsage = pgTable(
  'project_usage',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    requests: bigint('requests', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.day] })],
)
