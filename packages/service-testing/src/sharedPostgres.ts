import type { TestProject } from 'vitest/node'
import { startPostgres } from './startPostgres.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database on the PostgreSQL of this run. */
    readonly sharedPostgres: string
  }
}

/** Two dozen files have databases on one PostgreSQL, which takes more than a second of a core each time it starts and ends. Vitest calls this once a run. */
export default async function sharePostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  // Of two files at once, with a pool for each node.
  const postgres = await startPostgres({ args: ['-c', 'max_connections=300'] })
  provide('sharedPostgres', await postgres.createDatabase())
  return postgres.stop
}
