import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Orm, TableSet } from '../db/database.js'
import { type Program, programs } from '../db/programs.js'
import { BackupError, EndLine, parseLine, rowOf, TableLine } from './backupFile.js'
import type { RestoreBeside } from './beside.js'
import { type BackupReport, identifiers, schemaOf } from './saveTables.js'
import { type BackupTable, backupTables } from './tables.js'
import { damaged, newer, readLines, verifyBackup } from './verifyBackup.js'

/** Rows of a table that were there before. */
export interface DroppedRows {
  readonly table: string
  readonly rows: number
}

/** Figures of what was brought back, and of what was there and is no more. */
export interface RestoreReport extends BackupReport {
  readonly dropped: readonly DroppedRows[]
  readonly besideDropped: number
}

/** Says what was dropped, in a line for the operator; nothing where nothing was asked to be. */
export const sayDropped = (dropped: readonly DroppedRows[], pictures?: number | undefined): string => {
  const rows = dropped.map(({ table, rows }, index) => `${rows}${index === 0 ? ' rows' : ''} of ${table}`)
  if (rows.length === 0 && !pictures) return ''
  const beside = pictures === undefined ? '' : `; ${pictures} pictures`
  return `Dropped is what was there before: ${rows.join(', ') || 'no rows'}${beside}.\n`
}

export interface RestoreTablesParameters {
  database: Database
  beside?: RestoreBeside | undefined
  file: string
  /** Whether existing rows are replaced; without it only an empty database is filled. */
  replace: boolean
  /** Called with the rows of a table, as JSON, before they are stored. */
  beforeRows?: BeforeRows | undefined
  of: TableSet
}

type Transaction = Pick<Orm, 'execute' | 'transaction'>

/** Makes what rows need, such as the partitions of their table. */
export type BeforeRows = (request: {
  transaction: Transaction
  table: string
  rows: readonly string[]
}) => Promise<void>

/**
 * Restores a backup, all of it or nothing. One of an older release is migrated: columns that it
 * doesn't have get their defaults.
 * @throws {@link BackupError} · DatabaseError · what `beside` throws
 * @see F17
 */
export async function restoreTables({
  database,
  beside,
  file,
  replace,
  beforeRows,
  of,
}: RestoreTablesParameters): Promise<RestoreReport> {
  const { header, rows } = await verifyBackup(file)
  const { program = of.program.name } = header
  if (program !== of.program.name) throw ofAnother({ file, program, here: of.program })
  const tables = backupTables(of)
  const byName = new Map(tables.map((table) => [table.name, table]))
  const brought = await beside?.bring()
  let dropped: readonly DroppedRows[] = []
  const work = database.orm.transaction(async (transaction) => {
    if (header.schema > (await schemaOf({ transaction, of }))) throw newer(file)
    const names = identifiers(tables.map(({ name }) => name))
    await takeAll({ transaction, names })
    await brought?.before(transaction)
    if (replace) {
      dropped = await countRows({ transaction, tables })
      await transaction.execute(sql`truncate ${names}`)
    } else await refuseFilled({ transaction, tables, file })
    const stored = await fill({ transaction, byName, file, beside, beforeRows })
    // The file may have been changed since it was looked through.
    if (stored !== rows) throw damaged(file)
    for (const table of tables) await countOn({ transaction, table })
    await brought?.after(transaction)
  })
  await work.catch(async (error: unknown) => {
    await brought?.undo()
    throw error
  })
  const besideDropped = (await brought?.keep()) ?? 0
  return { rows, tables: tables.length, beside: brought?.lines ?? 0, dropped, besideDropped }
}

/** A concurrent write comes before or after, not in between. */
async function takeAll({ transaction, names }: { transaction: Transaction; names: SQL }): Promise<void> {
  try {
    await transaction.execute(sql`set local lock_timeout to '8s'`)
    await transaction.execute(sql`lock table ${names} in access exclusive mode`)
  } catch (cause) {
    throw new BackupError({
      code: 'backup_busy',
      message:
        'The database is too busy to be filled. Stop the servers that use it and try again. Nothing was changed.',
      cause,
    })
  }
}

const Counted = v.object({ rows: v.tuple([v.object({ rows: v.pipe(v.string(), v.transform(Number)) })]) })

/** Counts the rows of each table that has some. */
async function countRows({ transaction, tables }: Omit<RefuseFilled, 'file'>): Promise<readonly DroppedRows[]> {
  const counted: DroppedRows[] = []
  for (const { name: table } of tables) {
    const count = sql`select count(*)::text as rows from ${sql.identifier(table)}`
    const [{ rows }] = v.parse(Counted, await transaction.execute(count)).rows
    if (rows > 0) counted.push({ table, rows })
  }
  return counted
}

function ofAnother({ file, program, here }: { file: string; program: string; here: Program }) {
  const maker = Object.values<Program>(programs).find(({ name }) => name === program)
  if (maker === undefined) return newer(file)
  return new BackupError({
    code: 'backup_of_another',
    message: `${file} is a backup of the ${maker.name}, and this is the ${here.name}: bring it back by ${maker.command} restore. Nothing was changed.`,
  })
}

const Exists = v.object({ rows: v.tuple([v.object({ filled: v.boolean() })]) })

interface RefuseFilled {
  transaction: Transaction
  tables: readonly BackupTable[]
  file: string
}

async function refuseFilled({ transaction, tables, file }: RefuseFilled): Promise<void> {
  for (const { name } of tables) {
    const exists = sql`select exists (select 1 from ${sql.identifier(name)}) as filled`
    const [{ filled }] = v.parse(Exists, await transaction.execute(exists)).rows
    if (!filled) continue
    throw new BackupError({
      code: 'backup_not_empty',
      message: `The database holds something already (in ${name}), and ${file} would be mixed with it. Name an empty database, or say --replace to have all of it replaced. Nothing was changed.`,
    })
  }
}

/** The size of one insert, unless a single row is larger. */
const chunkCharacters = 1024 * 1024
const chunkRows = 1_000

interface Fill {
  transaction: Transaction
  byName: ReadonlyMap<string, BackupTable>
  file: string
  beside: RestoreBeside | undefined
  beforeRows: BeforeRows | undefined
}

/** @returns how many rows were stored */
async function fill({ transaction, byName, file, beside, beforeRows }: Fill): Promise<number> {
  let into: TableLine | undefined
  let waiting: string[] = []
  let characters = 0
  let stored = 0
  const store = async () => {
    if (into !== undefined && waiting.length > 0) {
      await beforeRows?.({ transaction, table: into.table, rows: waiting })
      await insert({ transaction, into, rows: waiting, file })
    }
    stored += waiting.length
    waiting = []
    characters = 0
  }
  for await (const line of readLines(file)) {
    if (beside?.isLine(line)) continue
    const row = rowOf(line)
    if (row === undefined) {
      await store()
      into = tableOf({ line, byName, file, before: into })
      continue
    }
    waiting.push(row)
    characters += row.length
    if (characters > chunkCharacters || waiting.length === chunkRows) await store()
  }
  await store()
  return stored
}

interface TableOf {
  line: string
  byName: ReadonlyMap<string, BackupTable>
  file: string
  before: TableLine | undefined
}

/** @returns the table of the next rows; none after the last line */
function tableOf({ line, byName, file, before }: TableOf): TableLine | undefined {
  const next = parseLine(TableLine, line)
  if (next === undefined) {
    const isOurs = before === undefined ? line.startsWith('{"format":') : parseLine(EndLine, line) !== undefined
    if (isOurs) return undefined
    throw damaged(file)
  }
  const known = byName.get(next.table)
  if (known === undefined || !next.columns.every((column) => known.columns.includes(column))) throw newer(file)
  return next
}

interface Insert {
  transaction: Transaction
  into: TableLine
  rows: readonly string[]
  file: string
}

/** PostgreSQL reads what PostgreSQL wrote, so that nothing is lost on the way through JavaScript. */
async function insert({ transaction, into, rows, file }: Insert): Promise<void> {
  const table = sql.identifier(into.table)
  const columns = identifiers(into.columns)
  const json = `[${rows.join(',')}]`
  try {
    await transaction.execute(
      sql`insert into ${table} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${table}, ${json}::json)`,
    )
  } catch (cause) {
    throw new BackupError({
      code: 'backup_refused',
      message: `The database doesn't take the rows of ${into.table} in ${file}. Nothing was changed.`,
      cause,
    })
  }
}

/** Sets the database's sequences after the highest number. */
async function countOn({ transaction, table }: { transaction: Transaction; table: BackupTable }): Promise<void> {
  for (const column of table.counted) {
    const highest = sql`select max(${sql.identifier(column)}) from ${sql.identifier(table.name)}`
    await transaction.execute(
      sql`select setval(pg_get_serial_sequence(${table.name}, ${column}), coalesce((${highest}), 0) + 1, false)`,
    )
  }
}
