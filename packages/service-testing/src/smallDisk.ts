import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A disk of a test's own, so small that it can be filled. */
export interface SmallDisk {
  readonly path: string
  /** Takes all that is left of it. */
  fill(): Promise<void>
  /** Gives back what was taken. */
  makeRoom(): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)
const prefix = join(tmpdir(), 'foyer-disk-')
const mountArguments = ({ path, megabytes }: { path: string; megabytes: number }) => [
  ...['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'foyer-test', path],
]

/** Whether this process may mount a disk: root of a machine may, one of most containers may not. */
export function canMount(): boolean {
  const path = mkdtempSync(prefix)
  try {
    execFileSync('mount', mountArguments({ path, megabytes: 1 }), { stdio: 'ignore' })
    execFileSync('umount', [path])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(path)
  }
}

/** For tests; nothing in the product imports this. It is in memory. */
export async function mountSmallDisk({ megabytes }: { megabytes: number }): Promise<SmallDisk> {
  const path = await mkdtemp(prefix)
  await run('mount', mountArguments({ path, megabytes }))
  await chmod(path, 0o777) // PostgreSQL runs as another user
  const ballast = join(path, 'ballast')
  return {
    path,
    async fill() {
      const file = await open(ballast, 'w')
      for (const bytes of [1024 * 1024, 4096, 1]) {
        const chunk = new Uint8Array(bytes)
        while (await file.write(chunk).then(({ bytesWritten }) => bytesWritten > 0, isFull));
      }
      await file.close()
    },
    makeRoom: () => rm(ballast),
    async remove() {
      await run('umount', [path])
      await rmdir(path)
    },
  }
}

/** @returns false, to say that no more can be written @throws all else */
function isFull(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
  throw error
}
