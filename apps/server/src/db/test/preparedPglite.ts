import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { keeperMigrationsFolder } from '@foyer/keeper/keeperMigrations'
import { reusePglite } from '@foyer/service-testing/reusedPglite'
import { migrationsFolder } from '../../migrationsFolder.js'

// A new embedded database spends more than a second in `initdb` and in the migrations, and the tests open about two hundred. They start
// from an image of an empty one with the tables of the server and of the keeper, so that either may have the one that the other has closed. It is
// made once for each version of PGlite and of the migrations; what a test's own folder of migrations has besides runs on it as on any other.
const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
const create = PGlite.create.bind(PGlite)

/** Of the path of PGlite, which holds its version, and of every migration. */
function imageVersion(): string {
  const hash = createHash('sha256').update(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  for (const migrations of [migrationsFolder(), keeperMigrationsFolder()]) {
    const names = readdirSync(migrations, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((each) => /\.(sql|json)$/.test(each)).sort()) {
      hash.update(name).update(readFileSync(join(migrations, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** Gives its bytes as they are, where a Blob makes a copy of 40 MB for each database. PGlite reads them only. */
class Image extends Blob {
  readonly #bytes: ArrayBuffer
  constructor(bytes: ArrayBuffer) {
    super()
    this.#bytes = bytes
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes
  }
}

let loading: Promise<Blob> | undefined
const image = () => (loading ??= loadImage())

async function loadImage(): Promise<Blob> {
  const path = join(cache, `pglite-${imageVersion()}.tar`)
  if (!existsSync(path)) await makeImage(path)
  const { buffer, byteOffset, byteLength } = await readFile(path)
  // A copy where Node has put the file into a larger piece of memory.
  return new Image(new Uint8Array(buffer, byteOffset, byteLength).slice().buffer)
}

async function makeImage(path: string): Promise<void> {
  const [{ drizzle }, { migrate }, { keeperTables }, { serverTables }] = await Promise.all([
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
    import('@foyer/keeper/tables'),
    import('../serverTables.js'),
  ])
  const empty = await create('memory://')
  for (const [folder, { program }] of [
    [migrationsFolder(), serverTables],
    [keeperMigrationsFolder(), keeperTables],
  ] as const)
    await migrate(drizzle(empty), { migrationsFolder: folder, migrationsTable: program.journal })
  // No database is made after them here, and half of the files that each start copies would be theirs.
  await empty.exec(`update pg_database set datistemplate = false where datname like 'template_'`)
  for (const template of ['template0', 'template1']) await empty.exec(`drop database ${template}`)
  await empty.exec('checkpoint')
  const dump = await empty.dumpDataDir('none')
  await empty.close()
  await mkdir(cache, { recursive: true })
  const former = (await readdir(cache)).filter((name) => /^pglite-\w+\.tar$/.test(name))
  // Workers that make it at the same time replace it by an equal one, and none reads half of it.
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()))
  await rename(draft, path)
  const old = former.map((name) => join(cache, name)).filter((each) => each !== path)
  await Promise.all(old.map((each) => rm(each, { force: true })))
}

const isPrepared = Symbol.for('foyer.preparedPglite')
if (!Reflect.has(PGlite, isPrepared)) {
  Reflect.set(PGlite, isPrepared, true)
  const inMemory = new Map<string, () => Promise<PGlite>>()
  // A string is the server's call; with options alone PGlite calls itself while it makes an empty database.
  Reflect.set(PGlite, 'create', async (where: string | PGliteOptions, options: PGliteOptions = {}) => {
    if (typeof where !== 'string') return create(where)
    const isNew = where === 'memory://' || !existsSync(join(where, 'PG_VERSION'))
    const open = async () => create(where, isNew ? { ...options, loadDataDir: await image() } : options)
    if (where !== 'memory://') return open()
    const key = JSON.stringify(options)
    const openEmpty = inMemory.get(key) ?? reusePglite(open)
    inMemory.set(key, openEmpty)
    return openEmpty()
  })
}
