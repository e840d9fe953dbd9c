import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as v from 'valibot'

/** The first line of an image: its entries in order, whose contents follow without anything between. A folder has no size. */
const Header = v.object({
  /** the hash of the list of the migrations that it has seen */
  migrations: v.string(),
  entries: v.array(v.object({ path: v.pipe(v.string(), v.regex(/^[\w./-]+$/)), bytes: v.nullable(v.number()) })),
})

/**
 * Puts an empty embedded database, with its tables, where there is none yet. Made anew it would take three seconds and leave 400 MB in
 * the process; the build has done it once for the server and once for the keeper (`scripts/databaseImage.mjs`). A process that runs from source, or has
 * an image of other migrations, makes it anew.
 * @param request.image - another image than the one that ships
 * @returns whether it did
 */
export async function unpackNewFolder({
  path,
  migrationsFolder,
  image = imageOf(migrationsFolder),
}: {
  path: string
  migrationsFolder: string
  image?: string | undefined
}): Promise<boolean> {
  if (existsSync(join(path, 'PG_VERSION')) || !existsSync(image)) return false
  const bytes = await promisify(gunzip)(await readFile(image))
  const headerEnd = bytes.indexOf('\n')
  const { migrations, entries } = v.parse(Header, JSON.parse(bytes.toString('utf8', 0, headerEnd)))
  // Migrations that can't be read fail when they are run, which says so.
  const journal = await readFile(join(migrationsFolder, 'meta/_journal.json')).catch(() => '')
  if (migrations !== createHash('sha256').update(journal).digest('hex')) return false
  // Under another name until it is whole: a server that is killed meanwhile begins again.
  const draft = `${path}.new`
  await rm(draft, { recursive: true, force: true })
  let at = headerEnd + 1
  for (const entry of entries) {
    const target = join(draft, entry.path)
    if (entry.bytes === null) await mkdir(target, { recursive: true, mode: 0o700 })
    else {
      await writeFile(target, bytes.subarray(at, at + entry.bytes), { mode: 0o600 })
      at += entry.bytes
    }
  }
  await mkdir(dirname(path), { recursive: true })
  await rename(draft, path)
  return true
}

/** The image that the build has made of a folder of migrations, by the folder's name. */
const imageOf = (migrationsFolder: string) =>
  join(dirname(migrationsFolder), 'dist/database', `${basename(migrationsFolder)}.gz`)
