// node scripts/databaseImage.mjs apps/server: makes the empty embedded database that the first start of a program begins with; the build of each
// calls it, as a process of its own, since an embedded database keeps the memory that it has once had. `packages/service/src/db/newFolder.ts` reads it.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { root } from './processes.mjs'

const server = `${root}${process.argv[2]}/`
const resolver = createRequire(`${server}package.json`)
const load = (name) => import(pathToFileURL(resolver.resolve(name)).href)
const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all(
  ['@electric-sql/pglite', 'drizzle-orm/pglite', 'drizzle-orm/pglite/migrator'].map(load),
)

/** By the folder of their migrations, which the image is called after, the table that each database writes them down in (`packages/service/src/db/programs.ts`). */
const known = { migrations: '__server_migrations', keeperMigrations: '__keeper_migrations' }
const journals = Object.entries(known).filter(([name]) => existsSync(`${server}${name}`))

const folder = await mkdtemp(join(tmpdir(), 'foyer-image-'))
try {
  await mkdir(`${server}dist/database`, { recursive: true })
  await (await PGlite.create(join(folder, 'empty'))).close()
  for (const [name, migrationsTable] of journals) await makeImage({ name, migrationsTable })
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function makeImage({ name, migrationsTable }) {
  const [migrationsFolder, path] = [`${server}${name}`, join(folder, name)]
  await cp(join(folder, 'empty'), path, { recursive: true })
  const database = await PGlite.create(path)
  await migrate(drizzle(database), { migrationsFolder, migrationsTable })
  // No database is made after them, and half of the files that a first start writes would be theirs.
  await database.exec(`update pg_database set datistemplate = false where datname like 'template_'`)
  for (const template of ['template0', 'template1']) await database.exec(`drop database ${template}`)
  await database.close()
  const entries = await entriesOf(path)
  const journal = await readFile(`${migrationsFolder}/meta/_journal.json`)
  const header = {
    migrations: createHash('sha256').update(journal).digest('hex'),
    entries: entries.map((entry) => ({ path: entry.path, bytes: entry.content?.length ?? null })),
  }
  const contents = entries.flatMap(({ content }) => (content ? [content] : []))
  const image = gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...contents]), { level: 6 })
  await writeFile(`${server}dist/database/${name}.gz`, image)
}

/** Folders before what is in them. */
async function entriesOf(base, path = '') {
  const found = [{ path: path || '.' }]
  const there = await readdir(join(base, path), { withFileTypes: true })
  for (const each of there.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = path ? `${path}/${each.name}` : each.name
    if (each.isDirectory()) found.push(...(await entriesOf(base, below)))
    // Whose process it was; it has ended.
    else if (each.name !== 'postmaster.pid') found.push({ path: below, content: await readFile(join(base, below)) })
  }
  return found
}
