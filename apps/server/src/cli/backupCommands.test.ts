import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeeperDatabase } from '@foyer/keeper/startKeeper'
import { keeperTables } from '@foyer/keeper/tables'
import { saveTables } from '@foyer/service/backup/saveTables'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../db/openDatabase.js'
import { projects } from '../db/schema/index.js'
import { migrationsFolder } from '../migrationsFolder.js'
import { commands } from './commands.js'
import { runCommand } from './runCommand.js'

let postgres: LentPostgres
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-backup-cli-'))
  postgres = lendPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function foyerServer({ args, env = {} }: { args: readonly string[]; env?: Record<string, string> }) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const code = await runCommand({ commands, args, env, print: write, complain: write })
  return { code, output }
}

test('[F17] a folder moves into a PostgreSQL by two commands', async () => {
  const [dataDir, file, url] = [join(folder, 'data'), join(folder, 'backup.gz'), await postgres.createDatabase()]
  const embedded = () =>
    openDatabase({ location: { kind: 'directory', path: dataDir }, migrationsFolder: migrationsFolder() })
  const before = await embedded()
  await before.orm.insert(projects).values({ id: 'p', name: 'P', allowedOrigins: ['https://dapp.example'] })
  const inUse = await foyerServer({ args: ['backup', file], env: { DATA_DIR: dataDir } })
  expect([inUse.code, inUse.output]).toEqual([1, expect.stringContaining('already in use')])
  await before.close()

  const made = await foyerServer({ args: ['backup', file], env: { DATA_DIR: dataDir } })
  expect([made.code, made.output]).toEqual([
    0,
    expect.stringMatching(/^1 rows of \d+ tables and 0 pictures are in .*backup\.gz\.\n$/),
  ])
  const back = await foyerServer({ args: ['restore', file], env: { DATABASE_URL: url } })
  expect([back.code, back.output]).toEqual([
    0,
    expect.stringMatching(/^1 rows of \d+ tables and 0 pictures are back\.\n$/),
  ])
  const again = await foyerServer({ args: ['restore', file], env: { DATABASE_URL: url } })
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('--replace')])
  expect(await foyerServer({ args: ['restore', '--replace', file], env: { DATABASE_URL: url } })).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^1 rows of \d+ tables and 0 pictures are back\.\nDropped is what was there before: 1 rows of projects; 0 pictures\.\n$/,
    ),
  })

  const after = await openDatabase({ location: { kind: 'postgres', url }, migrationsFolder: migrationsFolder() })
  expect(await after.orm.select().from(projects)).toMatchObject([{ id: 'p', name: 'P' }])
  await after.close()
})

test('[F17] what the keeper saved is refused by its name, and what was there stays', async () => {
  const [file, of, env] = [
    join(folder, 'keeper.gz'),
    { kind: 'directory', path: join(folder, 'keeper') } as const,
    { DATA_DIR: join(folder, 'other') },
  ]
  const keeper = await openKeeperDatabase({ location: of })
  await saveTables({ database: keeper, file, of: keeperTables })
  await keeper.close()
  expect(await foyerServer({ args: ['restore', '--replace', file], env })).toEqual({
    code: 1,
    output: `${file} is a backup of the keeper, and this is the server: bring it back by foyer-keeper restore. Nothing was changed.\n`,
  })
})

test.each([
  [['backup'], 'backup takes the name of one file.'],
  [['backup', 'a', 'b'], 'backup takes the name of one file.'],
  [['restore', '--replace'], 'restore takes the name of one file.'],
])('called wrongly, it says how: %j', async (args, sentence) => {
  const { code, output } = await foyerServer({ args })
  expect([code, output]).toEqual([2, expect.stringContaining(sentence)])
})
