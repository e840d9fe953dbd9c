import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { TableSet } from '../db/database.js'

/** A table as a backup sees it. */
export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
  /** what a backup is read in the order of, so that two of the same data are the same */
  readonly key: readonly string[]
  /** columns that the database counts by itself */
  readonly counted: readonly string[]
}

/** Every table of a database, those before that others refer to. */
export function backupTables({ tables }: TableSet): readonly BackupTable[] {
  const configs = new Map(
    Object.values(tables)
      .filter((each) => is(each, PgTable))
      .map((table) => {
        const config = getTableConfig(table)
        return [config.name, config] as const
      }),
  )
  const ordered = new Map<string, BackupTable>()
  const visit = (name: string) => {
    const config = configs.get(name)
    if (config === undefined || ordered.has(name)) return
    for (const foreignKey of config.foreignKeys) {
      const { name: before } = getTableConfig(foreignKey.reference().foreignTable)
      if (before !== name) visit(before)
    }
    const stored = config.columns.filter(({ generated }) => generated === undefined)
    const inline = config.columns.filter(({ primary }) => primary)
    ordered.set(name, {
      name,
      columns: stored.map((column) => column.name),
      key: [...inline, ...config.primaryKeys.flatMap(({ columns }) => columns)].map((column) => column.name),
      counted: config.columns.filter(({ generatedIdentity }) => generatedIdentity).map((column) => column.name),
    })
  }
  for (const name of [...configs.keys()].sort()) visit(name)
  return [...ordered.values()]
}
