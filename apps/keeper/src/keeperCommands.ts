import { restoreTables, sayDropped } from '@foyer/service/backup/restoreTables'
import { saveTables } from '@foyer/service/backup/saveTables'
import type { Command, CommandContext, ExitCode } from '@foyer/service/cli/command'
import { UsageError, untilAskedToEnd } from '@foyer/service/cli/command'
import type { Database } from '@foyer/service/db/database'
import { createKeeperSecret, rewrapKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { type KeeperStoreConfig, readKeeperConfig, readKeeperStore, unknownKeeperVariables } from './keeperConfig.js'
import { claimKeeperKeys, rotateKeeperKeys } from './rotateKeys.js'
import { openKeeperDatabase, startKeeper } from './startKeeper.js'
import { keeperTables } from './tables.js'

async function serveKeeper({ args, env, complain }: CommandContext): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError('serve takes nothing.')
  for (const sentence of unknownKeeperVariables(env)) complain(`${sentence}\n`)
  const asked = untilAskedToEnd()
  const running = await startKeeper({ config: await readKeeperConfig(env) })
  await asked
  await running.stop()
  return 0
}

/** The two lines are for two places, and say so: one is a secret's, one is what the wallet's page trusts. */
async function makeKeys({ args, env, print, complain }: CommandContext): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError('keys takes nothing.')
  const { keys, secret } = await readKeeperStore(env)
  if (secret !== null)
    throw new UsageError('KEEPER_SECRET is set already. With other keys nothing opens that was sealed to these.')
  const made = await createKeeperSecret(keys)
  complain(
    'The first line is KEEPER_SECRET. The second is KEEPER_PUBLIC_KEYS of the wallet’s page; its "signing" is the login server’s LOGIN_KEEPER_KEY.\n',
  )
  print(`${JSON.stringify(made)}\n${JSON.stringify(made.publicKeys)}\n`)
  return 0
}

async function publicKeys({ args, env, print }: CommandContext): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError('public-keys takes nothing.')
  const { secret } = await readKeeperStore(env)
  if (secret === null) throw new UsageError('KEEPER_SECRET is needed: it has them. foyer-keeper keys makes one.')
  print(`${JSON.stringify(secret.publicKeys)}\n`)
  return 0
}

async function rotateKeys({ args, env, print, complain }: CommandContext): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError('rotate-keys takes nothing.')
  const { keys, secret, ...config } = await readKeeperStore(env)
  if (secret === null) throw new UsageError('KEEPER_SECRET is needed, to be sealed anew as well.')
  const rewrapped = rewrapKeeperSecret({ keys, secret }) ?? secret
  const count = await withDatabase(config, async ({ orm }) => {
    await claimKeeperKeys({ orm, keys, publicKeys: secret.publicKeys })
    return rotateKeeperKeys({ orm, keys })
  })
  complain(
    `${count} wallets were sealed anew with the key "${keys[0].name}". The next line is KEEPER_SECRET from now on.\n`,
  )
  print(`${JSON.stringify(rewrapped)}\n`)
  return 0
}

async function backupKeeper({ args: [file, ...rest], env, print }: CommandContext): Promise<ExitCode> {
  if (file === undefined || rest.length > 0) throw new UsageError('backup takes the name of one file.')
  const { rows, tables } = await withDatabase(await readKeeperStore(env), (database) =>
    saveTables({ database, file, of: keeperTables }),
  )
  print(`${rows} rows of ${tables} tables are in ${file}.\n`)
  return 0
}

async function restoreKeeper({ args, env, print }: CommandContext): Promise<ExitCode> {
  const [file, ...rest] = args.filter((arg) => arg !== '--replace')
  if (file === undefined || rest.length > 0) throw new UsageError('restore takes the name of one file.')
  const replace = args.includes('--replace')
  const { rows, tables, dropped } = await withDatabase(await readKeeperStore(env), (database) =>
    restoreTables({ database, file, replace, of: keeperTables }),
  )
  print(`${rows} rows of ${tables} tables are back.\n${sayDropped(dropped)}`)
  return 0
}

async function withDatabase<Result>(
  { database: location }: Pick<KeeperStoreConfig, 'database'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openKeeperDatabase({ location })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Every command of `foyer-keeper`; the first is meant when none is named. */
export const keeperCommands: readonly [Command, ...Command[]] = [
  { name: 'serve', summary: 'Answers as the keeper of embedded wallets.', run: serveKeeper },
  { name: 'keys', summary: 'Makes its keys: KEEPER_SECRET, and the public ones that others trust.', run: makeKeys },
  {
    name: 'public-keys',
    summary: 'Prints the public ones of KEEPER_SECRET again: KEEPER_PUBLIC_KEYS.',
    run: publicKeys,
  },
  { name: 'rotate-keys', summary: 'Seals all with the first of KEEPER_KEYS.', run: rotateKeys },
  { name: 'backup', usage: 'FILE', summary: 'Saves what it keeps in a file.', run: backupKeeper },
  { name: 'restore', usage: '[--replace] FILE', summary: 'Brings back what a file has.', run: restoreKeeper },
]
