import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Who may use the API: an id that a dapp carries in every call, and what holds for it. */
export const projects = pgTable('projects', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Origins and patterns as `isOriginPattern` takes them. */
  allowedOrigins: text('allowed_origins').array().notNull(),
  analyticsEnabled: boolean('analytics_enabled').notNull().default(false),
  /** A project in the making: every origin on the developer's own machine is allowed too. */
  development: boolean('development').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
