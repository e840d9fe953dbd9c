import type { Command } from '@foyer/service/cli/command'
import { UsageError } from '@foyer/service/cli/command'
import { readConfig } from '../config/readConfig.js'
import { openDatabase } from '../db/openDatabase.js'
import { DescriptorsError } from '../descriptors/DescriptorsError.js'
import { importDescriptors } from '../descriptors/descriptors.js'
import { type BadDescriptor, readDescriptors } from '../descriptors/readDescriptors.js'
import { migrationsFolder } from '../migrationsFolder.js'

/** Takes descriptors in, and gives up what was taken. A server on the same PostgreSQL answers with them at once. */
export const descriptors: Command = {
  name: 'descriptors',
  usage: 'import FOLDER | forget',
  summary:
    'Takes in how contracts and typed data are said (ERC-7730), such as a checkout of the public registry, in the place of what was imported before; or forgets it.',
  async run({ args: [name, ...rest], env, print, complain }) {
    const [folder, ...others] = rest
    const isImport = name === 'import' && folder !== undefined && others.length === 0
    if (!isImport && !(name === 'forget' && folder === undefined))
      throw new UsageError('descriptors needs import with one folder, or forget.')
    let skipped = 0
    const onBad = ({ id, problem }: BadDescriptor) => {
      skipped += 1
      complain(`${id}: ${problem}\n`)
    }
    const taken = isImport ? await readDescriptors({ folder, onBad }) : []
    if (isImport && taken.length === 0) throw new DescriptorsError({ code: 'none' })
    const config = await readConfig(env)
    const database = await openDatabase({ location: config.database, migrationsFolder: migrationsFolder() })
    try {
      const done = await importDescriptors({ orm: database.orm, descriptors: taken })
      print(`Descriptors: ${done.descriptors} taken, for ${done.contracts} contracts; ${skipped} skipped.\n`)
    } finally {
      await database.close()
    }
    return 0
  },
}
