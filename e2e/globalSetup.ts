import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocal } from '../scripts/local.mjs'
import { buildHosts } from './buildHosts.js'
import { findVisitors } from './findVisitors.js'
import { hostOrigin, serveHosts } from './hostServer.js'

/** What the server gives a simulation, in milliseconds: a busy machine takes longer, and that one is late then is proven where its time is moved by hand. */
const simulationMs = 1_300

const clock = {
  now: () => Date.now(),
  setTimeout(callback: () => void, ms: number) {
    if (ms === simulationMs) return () => {}
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Starts the whole local stack on free ports with data of its own, says where it is, and builds the pages that host the kit.
 * @returns what stops it, and fails where what the servers and the wallet's host have logged in the whole run names a visitor
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
  const [{ stop, ...addresses }] = await Promise.all([startLocal({ directory, logTo, clock }), buildHosts()])
  const others = [addresses.polkadot, addresses.multiversx, addresses.cardano, addresses.tezos].flatMap(
    (each) => each?.caipNetworkId ?? [],
  )
  const { chains, algorand, near, cosmos } = addresses
  const hosts = await serveHosts({ chains, others, algorand, near, cosmos })
  process.env.FOYER_LOCAL = JSON.stringify({ ...addresses, host: hostOrigin(hosts.port) })
  return async () => {
    const mailed = await canariesOf(addresses.mailbox)
    await hosts.stop()
    await stop()
    await rm(directory, { recursive: true, force: true })
    const secrets = [addresses.adminToken, ...mailed]
    const found = lines.flatMap((line) => findVisitors({ line, secrets }).map((what) => `${what}: ${line}`))
    if (lines.length === 0) found.push('The server has logged nothing.')
    if (found.length > 0)
      throw new Error(`[F28] The log names visitors or holds secrets:\n${found.slice(0, 20).join('\n')}`)
  }
}

/** What the mails of the run held: the secrets of links, and codes as a log could write them. */
async function canariesOf(mailbox: string): Promise<readonly string[]> {
  const mails: readonly { subject: string; links: readonly string[] }[] = await (
    await fetch(`${mailbox}/api/mails`)
  ).json()
  return mails.flatMap(({ subject, links }) => {
    const [code] = /\b\d{6}\b/.exec(subject) ?? []
    // The way to a list on the wallet's own page has no secret.
    const secrets = links.flatMap((link) => (/#devices$/.test(link) ? [] : new URL(link).hash.slice(1) || []))
    return [...secrets, ...(code ? [`"${code}"`, ` ${code} `, `=${code}`] : [])]
  })
}
