import { bigint, index, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** Registered names and their addresses. */
export const names = pgTable(
  'names',
  {
    /** Such as `foyer.id`. */
    zone: text('zone').notNull(),
    /** The label before the zone, normalised (ENSIP-15). */
    label: text('label').notNull(),
    /** The label's skeleton: names that look alike have the same. */
    skeleton: text('skeleton').notNull(),
    /** In lower case. */
    address: text('address').notNull(),
    /** ENSIP-11, of the chain that it was registered from. */
    coinType: bigint('coin_type', { mode: 'number' }).notNull(),
    /** `key`: a key signed, so that the address is its own on every EVM chain. `contract`: only on that chain. */
    account: text('account').$type<'key' | 'contract'>().notNull(),
    avatar: text('avatar'),
    bio: text('bio'),
    registeredAt: timestamp('registered_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.zone, table.label] }),
    uniqueIndex('names_skeleton').on(table.zone, table.skeleton),
    uniqueIndex('names_address').on(table.zone, table.address),
  ],
)

/** Recent registrations, for limits, and their messages, so that none is accepted twice. Deleted after a day. */
export const nameRegistrations = pgTable(
  'name_registrations',
  {
    /** SHA-256 of the signed message and its account. */
    digest: text('digest').primaryKey(),
    /** SHA-256 of the client's network. */
    client: text('client').notNull(),
    /** SHA-256 of the /48 that it is in; null for a client of IPv4. */
    network: text('network'),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('name_registrations_client').on(table.client, table.at),
    index('name_registrations_network').on(table.network, table.at),
  ],
)
