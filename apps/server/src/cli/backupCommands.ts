import { sayDropped } from '@foyer/service/backup/restoreTables'
import type { Command } from '@foyer/service/cli/command'
import { UsageError } from '@foyer/service/cli/command'
import { systemClock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { backup } from '../backup/backup.js'
import { restore } from '../backup/restore.js'
import type { ServerConfig } from '../config/config.js'
import { readConfig } from '../config/readConfig.js'
import { openDatabase } from '../db/openDatabase.js'
import { migrationsFolder } from '../migrationsFolder.js'
import { createPictureStore } from '../pictures/openPictureStore.js'
import type { PictureStore } from '../pictures/pictureStore.js'

/** Writes all that the server keeps into a file. */
export const backupCommand: Command = {
  name: 'backup',
  usage: 'FILE',
  summary: 'Writes all that the server keeps into a new file; one that ends in .gz is packed.',
  async run({ args, env, print }) {
    const [file, ...rest] = args
    if (file === undefined || rest.length > 0) throw new UsageError('backup takes the name of one file.')
    const { rows, tables, pictures } = await withData({
      env,
      work: ({ database, pictureStore }) => backup({ database, pictureStore, file }),
    })
    print(`${rows} rows of ${tables} tables and ${pictures} pictures are in ${file}.\n`)
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
    const { rows, tables, pictures, dropped, droppedPictures } = await withData({
      env,
      work: ({ config: { eventRetentionDays }, ...data }) => restore({ ...data, file, replace, eventRetentionDays }),
    })
    print(
      `${rows} rows of ${tables} tables and ${pictures} pictures are back.\n${sayDropped(dropped, droppedPictures)}`,
    )
    return 0
  },
}

interface WithData<Result> {
  env: Readonly<Record<string, string | undefined>>
  work: (data: { database: Database; pictureStore: PictureStore; config: ServerConfig }) => Promise<Result>
}

async function withData<Result>({ env, work }: WithData<Result>): Promise<Result> {
  const config = await readConfig(env)
  const database = await openDatabase({ location: config.database, migrationsFolder: migrationsFolder() })
  const pictureStore = createPictureStore({ config: config.pictures, clock: systemClock, random: Math.random })
  try {
    return await work({ database, pictureStore, config })
  } finally {
    await database.close()
  }
}
