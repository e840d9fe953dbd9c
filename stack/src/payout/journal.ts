import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { Payout } from './payout.js'

/** What was promised and done, on the disk: a file a payout, written whole or not at all. */
export interface Journal {
  readonly all: readonly Payout[]
  get(id: string): Payout | undefined
  /** Resolves when it would outlive a loss of power. */
  write(payout: Payout): Promise<void>
}

/** @throws what the file system throws; a ValiError for a file that this journal didn't write */
export async function openJournal({ directory }: { directory: string }): Promise<Journal> {
  await mkdir(directory, { recursive: true })
  const files = (await readdir(directory)).filter((name) => name.endsWith('.json'))
  const read = files.map(async (name) => v.parse(Payout, JSON.parse(await readFile(join(directory, name), 'utf8'))))
  const payouts = new Map((await Promise.all(read)).map((payout) => [payout.order.id, payout]))
  return {
    get all() {
      return [...payouts.values()]
    },
    get: (id) => payouts.get(id),
    async write(payout) {
      const { id } = payout.order
      const path = join(directory, `${id}.json`)
      const before = payouts.get(id)
      // Known at once, so that a second press finds it; who needs it on the disk waits for this call.
      payouts.set(id, payout)
      try {
        await writeDurably({ path: `${path}.new`, text: JSON.stringify(payout) })
        await rename(`${path}.new`, path)
        await syncFolder(directory)
      } catch (error) {
        if (before === undefined) payouts.delete(id)
        else payouts.set(id, before)
        throw error
      }
    },
  }
}

async function writeDurably({ path, text }: { path: string; text: string }): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The name of a file outlives a loss of power when its folder is on the disk too. Windows can't, and doesn't need to. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
