import type { PGlite } from '@electric-sql/pglite'

type Open = () => Promise<PGlite>

/**
 * Opens databases in memory, and gives the one that was closed last again, emptied: to open another costs five times as much. One that is not as a
 * fresh one when it has been emptied, to its tables, functions and settings, is closed for good; so is one while another waits already.
 *
 * @example
 * const openEmpty = reusePglite(() => PGlite.create('memory://'))
 */
export function reusePglite(open: Open): Open {
  let idle: PGlite | null = null
  let fresh: Promise<State> | undefined
  const lend = async (client: PGlite) => {
    fresh ??= stateOf(client)
    const asFresh = await fresh
    const closeForGood = client.close.bind(client)
    client.close = async () => {
      Reflect.deleteProperty(client, 'close')
      // Its guards, which belong to the one who had it.
      for (const name of ['execProtocol', 'execProtocolStream']) Reflect.deleteProperty(client, name)
      // Who empties it takes it, so that two that close at once don't both wait.
      if (idle === null && (await isEmptied(client, asFresh)) && idle === null) idle = client
      else await closeForGood()
    }
    return client
  }
  return async () => {
    const waiting = idle
    idle = null
    return lend(waiting ?? (await open()))
  }
}

/** A test may have left it in any state, such as within a transaction or out of memory: then it is no one's any more. */
async function isEmptied(client: PGlite, asFresh: State): Promise<boolean> {
  try {
    await client.exec('rollback')
    await client.exec('discard all')
    const added = (await tablesOf(client)).filter(({ name }) => !asFresh.tables.has(name))
    if (added.length > 0) await client.exec(`drop table if exists ${listOf(added)} cascade`)
    await clear(client, await writtenTables(client))
    return (await stateOf(client)).all === asFresh.all
  } catch {
    return false
  }
}

/** To truncate a table and its indexes costs ten times as much as to delete its few rows; what numbers them begins anew by that alone. */
async function clear(client: PGlite, written: readonly Table[]): Promise<void> {
  const numbered = written.filter(({ isNumbered }) => isNumbered)
  if (numbered.length > 0) await client.exec(`truncate ${listOf(numbered)} restart identity cascade`)
  const deleted = written.filter(({ isNumbered }) => !isNumbered).map(({ name }) => `delete from ${name};`)
  if (deleted.length === 0) return
  // Whichever of two is emptied first: all of them are.
  await client.exec(`set session_replication_role = replica; ${deleted.join(' ')} reset session_replication_role`)
}

interface Table {
  readonly name: string
  /** A list of the migrations that ran, which an empty database has too. */
  readonly isJournal: boolean
  /** Whether a sequence of its own numbers its rows. */
  readonly isNumbered: boolean
}

const listOf = (tables: readonly Pick<Table, 'name'>[]) => tables.map(({ name }) => name).join(', ')

async function tablesOf(client: PGlite): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::regclass::text as name, n.nspname = 'drizzle' as "isJournal",
       exists (select from pg_depend d where d.refobjid = c.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
         and exists (select from pg_class s where s.oid = d.objid and s.relkind = 'S')) as "isNumbered"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' order by 1`,
  )
  return rows
}

async function writtenTables(client: PGlite): Promise<Table[]> {
  const tables = (await tablesOf(client)).filter(({ isJournal }) => !isJournal)
  if (tables.length === 0) return []
  const each = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  const { rows } = await client.query<{ name: string }>(each.join(' union all '))
  const written = new Set(rows.map(({ name }) => name))
  return tables.filter(({ name }) => written.has(name))
}

/** The fresh database's own parts: PostgreSQL numbers it from 16384 on, and what was made again has another number. Of columns, the many, it says how many there are, and which was changed last. */
const made = `
  select concat_ws(' ', 'class', oid, relname, relkind, relnatts, relchecks, relhasrules, relhastriggers, relrowsecurity, reloptions) from pg_class where oid >= 16384
  union all select concat_ws(' ', 'columns', count(*), max(xmin::text::bigint)) from pg_attribute where attrelid >= 16384
  union all select concat_ws(' ', 'default', oid, adrelid, pg_get_expr(adbin, adrelid)) from pg_attrdef
  union all select concat_ws(' ', 'constraint', oid, conname, convalidated) from pg_constraint where oid >= 16384
  union all select concat_ws(' ', 'index', indexrelid, indisvalid) from pg_index where indexrelid >= 16384
  union all select concat_ws(' ', 'trigger', oid, tgname, tgenabled) from pg_trigger
  union all select concat_ws(' ', 'function', oid, proname, prosrc) from pg_proc where oid >= 16384
  union all select concat_ws(' ', 'type', oid, typname) from pg_type where oid >= 16384
  union all select concat_ws(' ', 'schema', oid, nspname) from pg_namespace where oid >= 16384 and nspname not like 'pg\\_%'
  union all select concat_ws(' ', 'role', oid, rolname) from pg_roles where oid >= 16384
  union all select concat_ws(' ', 'extension', oid, extname) from pg_extension
  union all select concat_ws(' ', 'setting', setdatabase, setrole, setconfig) from pg_db_role_setting
  union all select concat_ws(' ', 'sequence', schemaname, sequencename, last_value) from pg_sequences`

interface State {
  readonly tables: ReadonlySet<string>
  /** all by which one database differs from another */
  readonly all: string
}

async function stateOf(client: PGlite): Promise<State> {
  const tables = await tablesOf(client)
  const journals = tables.filter(({ isJournal }) => isJournal)
  const rowsOf = ({ name }: Table) => `select concat_ws(' ', 'row', '${name}', each.*::text) from ${name} as each`
  const { rows } = await client.query<{ line: string }>(
    `select line from (${[made, ...journals.map(rowsOf)].join(' union all ')}) as lines (line) order by 1`,
  )
  const all = JSON.stringify([rows, await writtenTables(client)])
  return { tables: new Set(tables.map(({ name }) => name)), all }
}
