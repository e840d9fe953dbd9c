import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from './database.js'
import type { Program } from './programs.js'

/** The release of PostgreSQL that the embedded database is. */
export const embeddedRelease = '18'

/** What a folder of data may hold before its database is there: what is kept beside it, a disk's own folder, and copies. */
const isOurs = (name: string): boolean =>
  ['pglite', 'pglite.new', 'server.lock', 'pictures', 'lost+found'].includes(name) || /\.ndjson(\.gz)?$/.test(name)

/**
 * Lets a program into a folder that is empty, missing or its own, and reads it only.
 * @throws {@link DatabaseError} `database_of_another` · `database_open`
 */
export async function requireOwnFolder({
  path,
  program,
}: {
  readonly path: string
  readonly program: Program
}): Promise<void> {
  const { name, settings } = program
  const setting = settings.folder
  const refuse = (message: string) => new DatabaseError({ code: 'database_of_another', message })
  const there = await namesIn({ path, program })
  if (there.includes('PG_VERSION'))
    throw refuse(
      `${setting} names the data of a PostgreSQL itself (${path}). Name a folder of this ${name}'s own, or that PostgreSQL's address in ${settings.url}. Nothing was written.`,
    )
  const own = join(path, 'pglite')
  const inOwn = there.includes('pglite') ? await namesIn({ path: own, program }) : []
  if (inOwn.includes('PG_VERSION')) {
    const release = (await readFile(join(own, 'PG_VERSION'), 'utf8')).trim()
    if (release === embeddedRelease) return
    throw refuse(
      `The data in ${path} (${setting}) is of PostgreSQL ${release}, and this release has ${embeddedRelease}. Save it by backup with the release that wrote it, name a new folder, and bring it back by restore. Nothing was written.`,
    )
  }
  if (inOwn.length > 0)
    throw refuse(
      `The folder ${own}, below ${setting}, holds no database. Name a folder of this ${name}'s own. Nothing was written.`,
    )
  const strange = there.find((each) => !isOurs(each))
  if (strange !== undefined)
    throw refuse(
      `The folder ${path} (${setting}) holds what isn't this ${name}'s, such as "${strange}". Name an empty folder or one of its own. Nothing was written.`,
    )
}

async function namesIn({
  path,
  program,
}: {
  readonly path: string
  readonly program: Program
}): Promise<readonly string[]> {
  try {
    return await readdir(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    if (code === 'ENOENT') return []
    throw unusableFolder({ path, program, code, cause })
  }
}

/** A folder that can't be read, made or written to. */
export const unusableFolder = ({
  path,
  program: { name, settings },
  code,
  cause,
}: {
  readonly path: string
  readonly program: Program
  readonly code: string
  readonly cause: unknown
}): DatabaseError =>
  new DatabaseError({
    code: 'database_open',
    message: `${path} (${settings.folder}) can't be used as a folder (${code}). Name a folder that this ${name} may write to.`,
    cause,
  })
