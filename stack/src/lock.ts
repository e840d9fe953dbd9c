import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DirectoryInUseError } from './errors.js'

/**
 * Takes a directory for this process, because two chains that save into one file would lose what one of them did.
 * A lock whose process has ended is taken over.
 * @returns a function that gives it back
 * @throws {@link DirectoryInUseError}
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const lockFile = join(directory, 'chains.lock')
  const release = () => rm(lockFile, { force: true })
  if (await claimed(lockFile)) return release
  const pid = Number(await readFile(lockFile, 'utf8'))
  if (isRunning(pid)) throw new DirectoryInUseError({ directory, pid, lockFile })
  await release()
  if (await claimed(lockFile)) return release
  throw new DirectoryInUseError({ directory, pid: Number(await readFile(lockFile, 'utf8')), lockFile })
}

async function claimed(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false // cut off while it was written
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM') // it runs, as another user
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
