import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Descriptors of contracts and typed data (ERC-7730) that the operator imported, each with what it includes merged. */
export const descriptors = pgTable('descriptors', {
  /** its file, from the folder that was imported */
  id: text('id').primaryKey(),
  content: jsonb('content').$type<Record<string, unknown>>().notNull(),
})

/** Of which contracts they are. */
export const descriptorDeployments = pgTable(
  'descriptor_deployments',
  {
    descriptor: text('descriptor')
      .notNull()
      .references(() => descriptors.id, { onDelete: 'cascade' }),
    /** CAIP-2 */
    chainId: text('chain_id').notNull(),
    /** in lower case */
    address: text('address').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.descriptor, table.chainId, table.address] }),
    index('descriptor_deployments_contract').on(table.chainId, table.address),
  ],
)
