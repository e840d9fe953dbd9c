import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocal } from '../scripts/local.mjs'
import { buildHosts } from './buildHosts.js'
import { findVisitors } from './findVisitors.js'
import { hostOrigin, serveHosts } from './hostServer.js'

/**
 * Starts the whole local stack on free ports with data of its own, says where it is, and builds the pages that host the kit.
 * @returns what stops it, and fails where the server's log of the whole run names a visitor
 * @see F28
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'foyer-e2e-'))
  const lines: string[] = []
  const logTo = {
    write(line: string) {
      lines.push(line)
      if (/^\{"level":[4-6]0,/.test(line)) process.stdout.write(line)
    },
  }
  const [{ stop, ...addresses }] = await Promise.all([startLocal({ directory, logTo }), buildHosts()])
  const hosts = await serveHosts(addresses.chains)
  process.env.FOYER_LOCAL = JSON.stringify({ ...addresses, host: hostOrigin(hosts.port) })
  return async () => {
    await hosts.stop()
    await stop()
    await rm(directory, { recursive: true, force: true })
    const secrets = [addresses.adminToken]
    const found = lines.flatMap((line) => findVisitors({ line, secrets }).map((what) => `${what}: ${line}`))
    if (lines.length === 0) found.push('The server has logged nothing.')
    if (found.length > 0)
      throw new Error(`[F28] The server's log names visitors or holds secrets:\n${found.slice(0, 20).join('\n')}`)
  }
}
