import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openKeeperDatabase } from '../startKeeper.js'
import {
  keeperBindings,
  keeperCeremonies,
  keeperDeletions,
  keeperDevices,
  keeperEmailChanges,
  keeperNonces,
} from '../tables.js'

const tables = [
  ...[keeperNonces, keeperCeremonies, keeperBindings],
  ...[keeperDevices, keeperEmailChanges, keeperDeletions],
]

/** Forgets every wallet and ceremony, so that a test finds a keeper as if it were new. */
async function emptyKeeper({ orm }: Pick<Database, 'orm'>): Promise<void> {
  for (const table of tables) await orm.delete(table)
}

/** The keeper's database of a file: made before its tests, emptied before each, closed after them. @returns what gives it to a test */
export function oneDatabase(): () => Database {
  let database: Database | undefined
  const opened = () => {
    if (!database) throw new Error('There is no database yet.')
    return database
  }
  beforeAll(async () => {
    database = await openKeeperDatabase({ location: { kind: 'memory' } })
  })
  beforeEach(() => emptyKeeper(opened()))
  afterAll(() => database?.close())
  return opened
}
