// node scripts/databaseImage.mjs: makes the empty embedded database that a server's first start begins with; the build of apps/server calls it,
// as a process of its own, since an embedded database keeps the memory that it has once had. `apps/server/src/db/newFolder.ts` reads it.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { root } from './processes.mjs'

const server = `${root}apps/server/`
const resolver = createRequire(`${server}package.json`)
const load = (name) => import(pathToFileURL(resolver.resolve(name)).href)
const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all(
  ['@electric-sql/pglite', 'drizzle-orm/pglite', 'drizzle-orm/pglite/migrator'].map(load),
)

const folder = await mkdtemp(join(tmpdir(), 'foyer-image-'))
try {
  const migrationsFolder = `${server}migrations`
  const database = await PGlite.create(join(folder, 'pglite'))
  await migrate(drizzle(database), { migrationsFolder })
  await database.close()
  const entries = await entriesOf(join(folder, 'pglite'))
  const journal = await readFile(`${migrationsFolder}/meta/_journal.json`)
  const header = {
    migrations: createHash('sha256').update(journal).digest('hex'),
    entries: entries.map(({ path, content }) => ({ path, bytes: content?.length ?? null })),
  }
  const contents = entries.flatMap(({ content }) => (content ? [content] : []))
  await mkdir(`${server}dist/database`, { recursive: true })
  const image = gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...contents]), { level: 9 })
  await writeFile(`${server}dist/database/new.gz`, image)
} finally {
  await rm(folder, { recursive: true, force: true })
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
