import { backup } from '../backup/backup.js'
import { restore } from '../backup/restore.js'
import type { ServerConfig } from '../config/config.js'
import { readConfig } from '../config/readConfig.js'
import type { Database } from '../db/database.js'
import { openDatabase } from '../db/openDatabase.js'
import { migrationsFolder } from '../migrationsFolder.js'
import type { Command } from './command.js'
import { UsageError } from './UsageError.js'

/** Writes all that the database holds into a file. */
export const backupCommand: Command = {
  name: 'backup',
  usage: 'FILE',
  summary: 'Writes all that the database holds into a new file; one that ends in .gz is packed.',
  async run({ args, env, print }) {
    const [file, ...rest] = args
    if (file === undefined || rest.length > 0) throw new UsageError('backup takes the name of one file.')
    const { rows, tables } = await withDatabase({ env, work: ({ database }) => backup({ database, file }) })
    print(`${rows} rows of ${tables} tables are in ${file}.\n`)
    return 0
  },
}

/** Brings back what a file holds. */
export const restoreCommand: Command = {
  name: 'restore',
  usage: '[--replace] FILE',
  summary: 'Brings back what a backup holds, into an empty database or, with --replace, in place of what is there.',
  async run({ args, env, print }) {
    const [file, ...rest] = args.filter((arg) => arg !== '--replace')
    if (file === undefined || rest.length > 0) throw new UsageError('restore takes the name of one file.')
    const replace = args.includes('--replace')
    const { rows, tables } = await withDatabase({
      env,
      work: ({ database, config: { eventRetentionDays } }) => restore({ database, file, replace, eventRetentionDays }),
    })
    print(`${rows} rows of ${tables} tables are back.\n`)
    return 0
  },
}

interface WithDatabase<Result> {
  env: Readonly<Record<string, string | undefined>>
  work: (opened: { database: Database; config: ServerConfig }) => Promise<Result>
}

async function withDatabase<Result>({ env, work }: WithDatabase<Result>): Promise<Result> {
  const config = await readConfig(env)
  const database = await openDatabase({ location: config.database, migrationsFolder: migrationsFolder() })
  try {
    return await work({ database, config })
  } finally {
    await database.close()
  }
}
