import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Orm, TableSet } from '../db/database.js'
import { BackupError, backupVersion, type EndLine, type Header, rowLine, type TableLine } from './backupFile.js'
import type { SaveBeside } from './beside.js'
import { type BackupTable, backupTables } from './tables.js'

/** Figures of what a backup holds. */
export interface BackupReport {
  readonly rows: number
  readonly tables: number
  readonly beside: number
}

/**
 * Writes every row of every table, as of one moment, into a file that this release and later ones restore, into either database. Servers on a PostgreSQL may keep running. A file that ends in `.gz` is compressed. It appears when it is complete.
 * @throws {@link BackupError} · DatabaseError · what `beside` throws
 * @see F17
 */
export async function saveTables({
  database,
  beside,
  file,
  of,
}: {
  database: Database
  beside?: SaveBeside | undefined
  file: string
  of: TableSet
}): Promise<BackupReport> {
  const partial = `${file}.${process.pid}.partial`
  const tables = backupTables(of)
  const counted = { rows: 0, beside: 0 }
  try {
    await database.orm.transaction(
      async (transaction) => {
        const lines = Readable.from(readAll({ transaction, beside, of, tables, counted }))
        // The file holds everything that visitors trusted the server with, so only its owner may read it.
        const target = createWriteStream(partial, { mode: 0o600, flush: true })
        await (file.endsWith('.gz') ? pipeline(lines, createGzip(), target) : pipeline(lines, target))
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await link(partial, file)
  } catch (cause) {
    throw systemCode(cause) === undefined ? cause : unwritable({ file, cause })
  } finally {
    await rm(partial, { force: true })
  }
  return { ...counted, tables: tables.length }
}

interface ReadAll {
  transaction: Pick<Orm, 'execute'>
  beside: SaveBeside | undefined
  of: TableSet
  tables: readonly BackupTable[]
  counted: { rows: number; beside: number }
}

async function* readAll({ transaction, beside, of, tables, counted }: ReadAll): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const written = (lines: readonly string[]) => {
    const text = lines.map((line) => `${line}\n`).join('')
    hash.update(text)
    return text
  }
  // Moments are written with their offset from UTC, whatever the server's own time zone is.
  await transaction.execute(sql`set local timezone to 'UTC'`)
  const header: Header = {
    ...{ format: 'foyer-backup', version: backupVersion },
    schema: await schemaOf({ transaction, of }),
    program: of.program.name,
  }
  yield written([JSON.stringify(header)])
  for (const table of tables) {
    const line: TableLine = { table: table.name, columns: [...table.columns] }
    yield written([JSON.stringify(line)])
    for await (const some of readTable({ transaction, table })) {
      counted.rows += some.length
      yield written(some.map(rowLine))
    }
  }
  for await (const lines of beside?.(transaction) ?? []) {
    counted.beside += lines.length
    yield written(lines)
  }
  const end: EndLine = { end: { rows: counted.rows, sha256: hash.digest('hex') } }
  yield `${JSON.stringify(end)}\n`
}

/** About so much is held in memory, unless a single row is larger. */
const chunkCharacters = 2 * 1024 * 1024

async function* readTable({
  transaction,
  table,
}: {
  transaction: Pick<Orm, 'execute'>
  table: BackupTable
}): AsyncGenerator<readonly string[]> {
  const columns = identifiers(table.columns)
  const key = identifiers(table.key)
  await transaction.execute(
    sql`declare backup_rows no scroll cursor for
        select row_to_json(r)::text as row
        from (select ${columns} from ${sql.identifier(table.name)} order by ${key}) r`,
  )
  let size = 1
  for (;;) {
    const { rows } = v.parse(Rows, await transaction.execute(sql.raw(`fetch ${size} from backup_rows`)))
    if (rows.length === 0) break
    const texts = rows.map(({ row }) => row)
    const longest = Math.max(...texts.map(({ length }) => length))
    // Never more than twice as many as before: a table of small rows may have large ones too.
    size = Math.max(1, Math.min(size * 2, 1_000, Math.floor(chunkCharacters / longest)))
    yield texts
  }
  await transaction.execute(sql`close backup_rows`)
}

const Rows = v.object({ rows: v.array(v.object({ row: v.string() })) })

/** Names in a list, quoted. */
export const identifiers = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )

const Newest = v.object({ rows: v.tuple([v.object({ newest: v.pipe(v.string(), v.transform(Number)) })]) })

/** @returns of the last migration that a database went through, as it is in the journal */
export async function schemaOf({
  transaction,
  of,
}: {
  transaction: Pick<Orm, 'execute'>
  of: TableSet
}): Promise<number> {
  const newest = sql`select max(created_at)::text as newest from drizzle.${sql.identifier(of.program.journal)}`
  const { rows } = v.parse(Newest, await transaction.execute(newest))
  return rows[0].newest
}

/** @returns the operating system's error code; undefined for other errors */
function systemCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'syscall' in cause && 'code' in cause ? String(cause.code) : undefined
}

function unwritable({ file, cause }: { file: string; cause: unknown }): BackupError {
  const code = systemCode(cause)
  if (code === 'EEXIST') {
    const message = `${file} is there already, and a backup takes nothing's place. Name another file.`
    return new BackupError({ code: 'backup_exists', message, cause })
  }
  return new BackupError({ code: 'backup_file', message: `${file} can't be written (${code}).`, cause })
}
