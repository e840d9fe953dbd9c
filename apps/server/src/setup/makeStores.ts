import { DatabaseError } from '@foyer/service/db/database'
import pg from 'pg'
import { SetupError } from './SetupError.js'

/** A database of a service's own, with a role that it alone is entered by. */
export interface Store {
  /** of the database and of its role */
  readonly name: string
  readonly password: string
  /** the password was known before: its role may be there */
  readonly isKnown: boolean
}

/** The address of a store, as its service enters it. */
export function addressOfStore({ name, password }: Pick<Store, 'name' | 'password'>, administrator: string): string {
  const address = new URL(administrator)
  address.username = name
  address.password = password
  address.pathname = `/${name}`
  return address.href
}

/**
 * Makes the roles and databases that aren't there yet, on a PostgreSQL.
 * @param parameters.administrator - the address of one who may make them
 * @throws SetupError where a role of that name is somebody else's · DatabaseError
 */
export async function makeStores({
  administrator,
  stores,
}: {
  readonly administrator: string
  readonly stores: readonly Store[]
}): Promise<void> {
  const client = new pg.Client({ connectionString: administrator, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the query that runs on a lost connection fails too, which is where it is reported
  try {
    await client.connect()
    for (const store of stores) await makeStore(client, store)
  } catch (cause) {
    if (cause instanceof SetupError) throw cause
    // The driver's own words may have the address, and with it a password.
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    throw new DatabaseError({
      code: 'database_open',
      message: `The databases can't be made: ${code}. Check that PostgreSQL runs, and that the user of --postgres may make roles and databases.`,
      cause,
    })
  } finally {
    await client.end().catch(() => {}) // one that never was connected
  }
}

async function makeStore(client: pg.Client, { name, password, isKnown }: Store): Promise<void> {
  const isThere = async (query: string) => (await client.query(query, [name])).rowCount === 1
  const [role, secret] = [client.escapeIdentifier(name), client.escapeLiteral(password)]
  const hasRole = await isThere('select 1 from pg_roles where rolname = $1')
  if (hasRole && !isKnown)
    throw new SetupError(
      `PostgreSQL has a role ${name} already, whose password isn't in this folder: another installation may live there. Take its folder, or another PostgreSQL.`,
    )
  if (!hasRole) await client.query(`create role ${role} login password ${secret}`)
  if (!(await isThere('select 1 from pg_database where datname = $1')))
    await client.query(`create database ${role} owner ${role}`)
}
