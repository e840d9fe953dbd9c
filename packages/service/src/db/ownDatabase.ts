import { DatabaseError } from './database.js'
import { type Program, programs } from './programs.js'

/** A table, and the schema it is in. */
export interface Found {
  readonly schema: string
  readonly name: string
}

export interface RequireOwn {
  /** Asks the database. */
  readonly query: (text: string) => Promise<{ readonly rows: readonly Found[] }>
  readonly program: Program
  /** the setting that names the database */
  readonly setting: string
}

/** Where a program's tables are made, but what an extension brought there. */
const tables = `
  select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('drizzle', current_schema())
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by n.nspname = 'drizzle', c.relname`

/**
 * Lets a program into a database that is empty or its own, which its journal says, and reads it only.
 * @throws {@link DatabaseError} `database_of_another`
 */
export async function requireOwn({ query, program, setting }: RequireOwn): Promise<void> {
  const { rows } = await query(tables)
  const has = ({ journal }: Program) => rows.some(({ schema, name }) => schema === 'drizzle' && name === journal)
  const [first] = rows
  if (first === undefined || has(program)) return
  const other = Object.values<Program>(programs).find(has)
  const { name } = program
  throw new DatabaseError({
    code: 'database_of_another',
    message:
      other === undefined
        ? `The database of ${setting} holds tables that aren't this ${name}'s, such as ${first.schema}.${first.name}, and nothing was changed in it. Give this ${name} an empty database of its own.`
        : `The database of ${setting} is the ${other.name}'s (its ${otherSetting({ program, other, setting })}), and nothing was changed in it. Give this ${name} a database of its own.`,
  })
}

/** The other program's name for a database that lies where this one's does. */
const otherSetting = ({ program, other, setting }: { program: Program; other: Program; setting: string }) =>
  setting === program.settings.url ? other.settings.url : other.settings.folder
