import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocal } from '../scripts/local.mjs'

/** Starts the whole local stack on free ports with data of its own, and says where it is. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'foyer-e2e-'))
  const { stop, ...addresses } = await startLocal({ directory })
  process.env.FOYER_LOCAL = JSON.stringify(addresses)
  return async () => {
    await stop()
    await rm(directory, { recursive: true, force: true })
  }
}
