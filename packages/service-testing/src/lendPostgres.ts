import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './sharedPostgres.js'
import type { RunningPostgres } from './startPostgres.js'

/** A PostgreSQL for tests that neither halt it nor look at all of it. */
export type LentPostgres = Pick<RunningPostgres, 'createDatabase' | 'stop'>

/** Databases on the PostgreSQL of this run, which go with their connections when it is stopped. */
export function lendPostgres(): LentPostgres {
  const shared = inject('sharedPostgres')
  const made: string[] = []
  const execute = async (statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: shared })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  return {
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await execute([`create database ${name}`])
      made.push(name)
      return new URL(name, shared).href
    },
    stop: () => execute(made.splice(0).map((name) => `drop database ${name} with (force)`)),
  }
}
