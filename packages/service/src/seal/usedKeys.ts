import { createHash } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { getTableConfig, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Orm } from '../db/database.js'
import { deriveKey, type KeyRing, type NamedKey } from './namedKeys.js'

/** Of each setting of keys, those that a database was used with as the current one, until they are rotated away. */
export const usedKeyTable = <const Name extends string>(name: Name) =>
  pgTable(
    name,
    {
      setting: text('setting').notNull(),
      /** the key's, as the operator gave it */
      name: text('name').notNull(),
      /** by which the key is known again, and nothing else is */
      fingerprint: text('fingerprint').notNull(),
    },
    (table) => [primaryKey({ columns: [table.setting, table.name] })],
  )
export type UsedKeyTable = ReturnType<typeof usedKeyTable>

/** A database was used with other keys than those that are given. The message is for the operator and holds none. */
export class UsedKeyError extends Error {
  override readonly name = 'UsedKeyError'
  readonly code: 'other_used_key' | 'used_key_missing'
  constructor({ code, message }: { code: UsedKeyError['code']; message: string }) {
    super(message)
    this.code = code
  }
}

const fingerprintOf = (key: NamedKey): string =>
  Buffer.from(deriveKey({ use: 'fingerprint', key })).toString('base64url')

export interface UsedKeys {
  readonly orm: Orm
  readonly table: UsedKeyTable
  /** the setting of the keys */
  readonly setting: string
  readonly keys: KeyRing
}

/**
 * Writes down the current key as one that a database is used with, where each that it was used with is given still; nodes that start together do so one after another.
 * @param request.rotation - the command that seals all with the current key
 * @throws {@link UsedKeyError} where one is missing, or has another value
 */
export async function claimKeys({ rotation, ...request }: UsedKeys & { readonly rotation: string }): Promise<void> {
  const { table, setting, keys } = request
  await inTurn(request, async (transaction) => {
    const used = await transaction.select().from(table).where(eq(table.setting, setting))
    for (const { name, fingerprint } of used) {
      const given = keys.find((key) => key.name === name)
      if (given === undefined)
        throw new UsedKeyError({
          code: 'used_key_missing',
          message: `${setting} lacks the key "${name}", which this database was used with: without it no wallet here opens. Give it again, after the current one; to be rid of it, run ${rotation} with both.`,
        })
      if (fingerprintOf(given) !== fingerprint)
        throw new UsedKeyError({
          code: 'other_used_key',
          message: `${setting} has another key "${name}" than the one that this database was used with: with it no wallet here opens. Give the one of before, from its copy.`,
        })
    }
    await transaction.insert(table).values(rowOf(request)).onConflictDoNothing()
  })
}

/** Forgets all but the current key, once nothing is sealed with another. */
export async function forgetFormerKeys(request: UsedKeys): Promise<void> {
  const { table, setting, keys } = request
  await inTurn(request, async (transaction) => {
    await transaction.insert(table).values(rowOf(request)).onConflictDoNothing()
    await transaction.delete(table).where(and(eq(table.setting, setting), ne(table.name, keys[0].name)))
  })
}

/**
 * Writes down what a setting that never changes was, such as the keeper's own keys, and refuses another.
 * @param request.text - what is public of it
 * @throws {@link UsedKeyError}
 */
export async function claimForGood({
  text: said,
  ...request
}: Omit<UsedKeys, 'keys'> & { readonly text: string }): Promise<void> {
  const { table, setting } = request
  const fingerprint = createHash('sha256').update(said).digest('base64url')
  await inTurn(request, async (transaction) => {
    const [used] = await transaction.select().from(table).where(eq(table.setting, setting))
    if (used !== undefined && used.fingerprint !== fingerprint)
      throw new UsedKeyError({
        code: 'other_used_key',
        message: `${setting} has other keys than those that this database was used with: with them no wallet here opens. Give the one of before, from its copy.`,
      })
    await transaction.insert(table).values({ setting, name: '', fingerprint }).onConflictDoNothing()
  })
}

const rowOf = ({ setting, keys: [current] }: UsedKeys) => ({
  setting,
  name: current.name,
  fingerprint: fingerprintOf(current),
})

type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]

/** Readers, such as a backup, go on. */
const inTurn = ({ orm, table }: Pick<UsedKeys, 'orm' | 'table'>, work: (transaction: Transaction) => Promise<void>) =>
  orm.transaction(async (transaction) => {
    const name = sql.identifier(getTableConfig(table).name)
    await transaction.execute(sql`lock table ${name} in share row exclusive mode`)
    await work(transaction)
  })
