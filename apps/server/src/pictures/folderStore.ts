import { randomUUID } from 'node:crypto'
import { mkdir, open as openFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PictureStoreError } from './PictureStoreError.js'
import { intact, nameOf, type PictureStore } from './pictureStore.js'

export interface FolderStoreParameters {
  path: string
  /** `open` of Node, if left out */
  open?: typeof openFile | undefined
}

/** The age at which the next server deletes what a killed one has begun. */
const abandonedMs = 3_600_000

/**
 * Pictures as files, which several servers may share: each is written under a name of its own, and renamed when it lasts. A file that is
 * there is whole.
 */
export function createFolderStore({ path, open = openFile }: FolderStoreParameters): PictureStore {
  const drafts = join(path, 'drafts')
  const fileOf = (key: Parameters<typeof nameOf>[0]) => join(path, nameOf(key))
  const write = async ({ file, bytes }: { file: string; bytes: Uint8Array }) => {
    await mkdir(drafts, { recursive: true, mode: 0o700 })
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const draft = join(drafts, randomUUID())
    try {
      const handle = await open(draft, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    // The new name lasts too.
    const folder = await openFile(dirname(file), 'r')
    await folder.sync().finally(() => folder.close())
  }
  return {
    async get(key) {
      const bytes = await readFile(fileOf(key)).catch(absent)
      return bytes === null ? null : intact({ ...key, bytes: new Uint8Array(bytes) })
    },
    async put({ bytes, ...key }) {
      const file = fileOf(key)
      const there = await stat(file).catch(absent)
      if (there?.size === bytes.length && intact({ ...key, bytes: await readFile(file).catch(failed) })) return
      await write({ file, bytes }).catch(failed)
    },
    async delete(key) {
      await rm(fileOf(key), { force: true }).catch(failed)
    },
  }
}

/** Deletes what servers that were killed had begun to write. */
export async function sweepDrafts({ path, now }: { path: string; now: number }): Promise<void> {
  const drafts = join(path, 'drafts')
  for (const name of (await readdir(drafts).catch(absent)) ?? []) {
    const draft = join(drafts, name)
    const { mtimeMs = now } = (await stat(draft).catch(absent)) ?? {}
    if (mtimeMs < now - abandonedMs) await rm(draft, { force: true }).catch(failed)
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function absent(error: unknown): null {
  return codeOf(error) === 'ENOENT' ? null : failed(error)
}

function failed(cause: unknown): never {
  const code = codeOf(cause)
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new PictureStoreError({ fault: 'full', cause })
  const isRefused = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT'].some((each) => each === code)
  throw new PictureStoreError({ fault: isRefused ? 'refused' : 'away', cause })
}
