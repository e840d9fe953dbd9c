import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keeperMigrationsFolder } from '@foyer/keeper/keeperMigrations'
import { packagedFolder } from '@foyer/service/packagedFolder'
import { rolldown } from 'rolldown'
import { migrationsFolder } from '../migrationsFolder.js'

const home = fileURLToPath(new URL('../..', import.meta.url))
const workspace = join(home, '../..')
const keeperHome = join(workspace, 'apps/keeper')
/** The package that stays outside of the bundle: it reads files beside its own. */
const external = /^@electric-sql\/pglite/
/** The empty databases of the build, if there was one: without them each first start takes two seconds more. */
const databases = [home, keeperHome].map((each) => join(each, 'dist/database'))
const dayMs = 24 * 60 * 60_000

/** The paths of the programs. */
export type Programs = Readonly<Record<'server' | 'keeper', string>>

let programs: Promise<Programs> | undefined

/**
 * The server and the keeper in a few files with all that they import, built once for all tests, and again where a source has changed: half of a start goes into finding eight
 * hundred modules.
 * @returns the paths of the programs, which lie in a folder that tests only read
 */
export function builtPrograms(): Promise<Programs> {
  programs ??= built()
  return programs
}

/** The programs as they are published, where `npm test` has built them (FOYER_BUILT); else as above. */
export const publishedPrograms = (): Promise<Programs> =>
  process.env.FOYER_BUILT
    ? Promise.resolve({ server: join(home, 'dist/main.js'), keeper: join(keeperHome, 'dist/main.js') })
    : builtPrograms()

async function built(): Promise<Programs> {
  // Below the package, so that the bundle finds its dependencies where an installed one does.
  const cache = join(home, 'node_modules', '.cache')
  const folder = join(cache, `built-${await versionOf()}`)
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    await removeOld(cache)
    const draft = await mkdtemp(join(cache, 'built-draft-'))
    await buildInto(draft)
    // Workers that build at the same time make the same: the first one's stays.
    await rename(draft, folder).catch(async (error) => {
      await rm(draft, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    })
  }
  return { server: join(folder, 'dist/main.js'), keeper: join(folder, 'dist/keeper.js') }
}

async function buildInto(folder: string): Promise<void> {
  for (const [name, from] of shipped()) await cp(from, join(folder, name), { recursive: true })
  const bundle = await rolldown({
    input: {
      main: join(home, 'src/main.ts'),
      start: join(home, 'src/start.ts'),
      keeper: join(keeperHome, 'src/main.ts'),
    },
    platform: 'node',
    resolve: { conditionNames: ['foyer-source', 'node'] },
    external,
  })
  await bundle.write({ dir: join(folder, 'dist'), format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' })
  await bundle.close()
}

/** The folders that go out beside the program. */
const shipped = (): readonly (readonly [string, string])[] => [
  ['migrations', migrationsFolder()],
  ['keeperMigrations', keeperMigrationsFolder()],
  ['directory', packagedFolder({ asking: import.meta.url, name: 'directory', holds: 'wallets.json' })],
  ...databases.filter((each) => existsSync(each)).map((each) => ['dist/database', each] as const),
]

/** Of every file that goes into it, by its bytes; of the image of a database by its size and time. */
async function versionOf(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(workspace, 'pnpm-lock.yaml')))
  const packages = (await readdir(join(workspace, 'packages'))).sort()
  const sources = [home, keeperHome, ...packages.map((name) => join(workspace, 'packages', name))]
  for (const source of sources) {
    hash.update(await readFile(join(source, 'package.json')))
    await addFolder(hash, join(source, 'src'))
  }
  for (const [name, from] of shipped()) {
    if (!databases.includes(from)) await addFolder(hash, from)
    else for (const file of await readdir(from)) hash.update(await stampOf(join(from, file)))
    hash.update(name)
  }
  return hash.digest('hex').slice(0, 16)
}

async function stampOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path)
  return `${path} ${size} ${mtimeMs}`
}

async function addFolder(hash: ReturnType<typeof createHash>, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    hash.update(path.slice(workspace.length)).update(await readFile(path))
  }
}

/** Removes builds of former sources, and drafts of runs that were ended: another run may be at work with those of today. */
async function removeOld(cache: string): Promise<void> {
  const names = (await readdir(cache)).filter((name) => name.startsWith('built-'))
  for (const path of names.map((name) => join(cache, name))) {
    // A draft may have got its name meanwhile.
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(path, { recursive: true, force: true })
  }
}
