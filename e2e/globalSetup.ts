import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocal } from '../scripts/local.mjs'
import { buildHosts } from './buildHosts.js'
import { serveHosts } from './hostServer.js'

/** Starts the whole local stack on free ports with data of its own, says where it is, and builds the pages that host the kit. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'foyer-e2e-'))
  const [{ stop, ...addresses }] = await Promise.all([startLocal({ directory }), buildHosts()])
  const hosts = await serveHosts()
  process.env.FOYER_LOCAL = JSON.stringify({ ...addresses, host: `http://host.localhost:${hosts.port}` })
  return async () => {
    await hosts.stop()
    await stop()
    await rm(directory, { recursive: true, force: true })
  }
}
