import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from './database.js'

/**
 * Takes a data directory for this process: two processes that write into one embedded database destroy it.
 * A lock whose process has ended is taken over.
 * @returns a function that gives it back
 * @throws {@link DatabaseError} `database_in_use`
 */
export async function lockDirectory({
  path: directory,
  setting,
}: {
  readonly path: string
  /** the setting that names it */
  readonly setting: string
}): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true })
  const lockFile = join(directory, 'server.lock')
  const release = () => rm(lockFile, { force: true })
  if (await claimed(lockFile)) return release
  const holder = Number(await readFile(lockFile, 'utf8'))
  if (holder === process.pid || isRunning(holder)) throw inUse({ directory, setting, lockFile, holder })
  await release()
  if (await claimed(lockFile)) return release
  throw inUse({ directory, setting, lockFile, holder: Number(await readFile(lockFile, 'utf8')) })
}

interface InUse {
  directory: string
  setting: string
  lockFile: string
  holder: number
}

const inUse = ({ directory, setting, lockFile, holder }: InUse) =>
  new DatabaseError({
    code: 'database_in_use',
    message: `The data in ${directory} is already in use (process ${holder}). Stop that process, or give this one another ${setting}. If no such process runs any more, delete ${lockFile}.`,
  })

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
