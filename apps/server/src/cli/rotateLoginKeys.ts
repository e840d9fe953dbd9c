import type { Command } from '@foyer/service/cli/command'
import { UsageError } from '@foyer/service/cli/command'
import { readConfig } from '../config/readConfig.js'
import { openDatabase } from '../db/openDatabase.js'
import { rotateLoginKeys } from '../login/rotateLoginKeys.js'
import { migrationsFolder } from '../migrationsFolder.js'

/** Seals what the login server keeps with the current key, so that an older one can be taken away. */
export const rotateLoginKeysCommand: Command = {
  name: 'rotate-login-keys',
  summary: 'Seals what wallets are kept by with the first of LOGIN_KEYS, so that the others can be taken away.',
  async run({ args, env, print }) {
    if (args.length > 0) throw new UsageError('rotate-login-keys takes nothing.')
    const { database: location, login } = await readConfig(env)
    if (login === undefined) throw new UsageError('rotate-login-keys needs a login that is set up: see LOGIN_KEYS.')
    const database = await openDatabase({ location, migrationsFolder: migrationsFolder() })
    try {
      const changed = await rotateLoginKeys({ orm: database.orm, keys: login.keys })
      print(`${changed} rows were sealed anew with the key "${login.keys[0].name}".\n`)
      return 0
    } finally {
      await database.close()
    }
  },
}
