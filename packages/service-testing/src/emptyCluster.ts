import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))

/** The user that PostgreSQL runs as, where it can't as the one who runs the tests. */
export interface ClusterOwner {
  readonly uid?: number
  readonly gid?: number
}

/**
 * The data of an empty cluster, made once for each version of PostgreSQL and each owner: `initdb` takes a second of a core, a copy a third of one.
 * @returns a folder that tests only copy
 */
export async function emptyCluster({
  binaries,
  owner,
}: {
  /** the folder of `initdb` and `postgres` */
  binaries: string
  owner: ClusterOwner
}): Promise<string> {
  const { stdout } = await run(join(binaries, 'postgres'), ['--version'])
  const version = stdout.replaceAll(/[^\w.]+/g, '-')
  const path = join(cache, `${version}${owner.uid ?? process.getuid?.() ?? ''}`)
  if (existsSync(path)) return path
  // Where its owner may write.
  const folder = await mkdtemp(join(tmpdir(), 'foyer-initdb-'))
  try {
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid)
    const data = join(folder, 'data')
    const args = ['-D', data, '-U', 'foyer', '--auth=trust', '-E', 'UTF8', '--no-sync']
    await run(join(binaries, 'initdb'), args, { ...owner, cwd: folder })
    await mkdir(cache, { recursive: true })
    const draft = `${path}.${randomUUID()}`
    await run('cp', ['-a', data, draft])
    // Workers that make it at the same time make the same: the first one's stays.
    await rename(draft, path).catch(async (error) => {
      await rm(draft, { recursive: true, force: true })
      if (!existsSync(path)) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return path
}
