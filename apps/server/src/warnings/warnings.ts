import { addressKey } from '@foyer/core/chain'
import type { Warned } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { type Blocklist, emptyBlocklist, readBlocklist } from './readBlocklist.js'

/** Whom the operator warns of. */
export interface Warnings {
  /** Those of these that are on the list. */
  among(asked: Warned): Warned
}

const everyMs = 60 * 60_000
const mostBytes = 20 * 1024 * 1024

/** Follows the list that the operator points to. While it can't be had, the one before it counts. */
export function createWarnings({
  url,
  fetcherFor,
  clock,
  log,
}: {
  /** without it, nothing is warned of */
  url: string | undefined
  fetcherFor: (origin: string) => SafeFetch
  clock: Pick<Clock, 'setTimeout'>
  log: Pick<Log, 'warn'>
}): { warnings: Warnings; background: readonly BackgroundWork[] } {
  let list: Blocklist = emptyBlocklist
  const warnings: Warnings = {
    among: ({ addresses, sites }) => ({
      addresses: addresses.filter((address) => list.addresses.has(addressKey(address))),
      sites: sites.filter((site) => isListed(list.sites, site)),
    }),
  }
  if (url === undefined) return { warnings, background: [] }
  const safeFetch = fetcherFor(new URL(url).origin)
  const follow = async (signal: AbortSignal) => {
    const accept = ['application/json', 'text/*', 'application/octet-stream']
    const { bytes } = await safeFetch({ url, accept, maxBytes: mostBytes, signal })
    const read = readBlocklist(new TextDecoder().decode(bytes))
    if (read) list = read
    else log.warn({ work: 'blocklist' }, 'what BLOCKLIST_URL names is no list: the one before it counts')
  }
  return { warnings, background: [createRepeatedWork({ name: 'blocklist', everyMs, clock, log, round: follow })] }
}

/** A site, or one that it is below. */
function isListed(sites: ReadonlySet<string>, site: string): boolean {
  const labels = site.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, index) => sites.has(labels.slice(index).join('.')))
}
