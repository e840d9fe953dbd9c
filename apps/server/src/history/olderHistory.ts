import type { Chain } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import type { Orm } from '../db/database.js'
import { ChainUnavailableError } from '../errors/refusals.js'
import { InconsistentNodeError } from '../indexer/errors.js'
import type { Log } from '../log/createLog.js'
import type { HistoryCursor } from './cursor.js'
import { HistorySourceError } from './older/HistorySourceError.js'
import type { HistorySource } from './older/historySource.js'
import { importOlder } from './older/importOlder.js'
import { type Watched, watchAccount } from './older/watchAccounts.js'
import type { HistoryPage } from './readPage.js'

export interface CompletePage {
  chains: readonly Chain[]
  /** in lower case */
  address: string
  /** reads the page as far as it is known */
  read: () => Promise<HistoryPage>
  signal: AbortSignal
}

/** Makes sure that a page is complete before it is answered. */
export interface OlderHistory {
  /**
   * On chains where not all accounts are followed, notes that this one is from now on, and fetches what it did before, as
   * far as the page reaches.
   * @throws ChainUnavailableError when nothing of the page is sure
   */
  complete(request: CompletePage): Promise<HistoryPage>
  /**
   * Does the same for all that the account did before.
   * @returns whether nothing is missing any more; false too where there is no source of it
   */
  all(request: Pick<CompletePage, 'address' | 'signal'> & { chain: Chain }): Promise<boolean>
}

export interface OlderHistoryParameters {
  orm: Orm
  sources: ReadonlyMap<string, HistorySource>
  log: Log
  now: () => number
  /** how many accounts are followed on a chain */
  mostWatched?: number | undefined
}

const usualMostWatched = 100_000
/** The most fetches for one page; fetched rows stay, so that the next request continues from there. */
const mostImports = 6

export function createOlderHistory({
  orm,
  sources,
  log,
  now,
  mostWatched = usualMostWatched,
}: OlderHistoryParameters): OlderHistory {
  const tryWatching = ({ chain, address }: { chain: Chain; address: string }): Promise<Watched | null> =>
    watchAccount({ orm, chainId: chain.id, address, hasSource: sources.has(chain.id), now, most: mostWatched })
  const watch = async ({ chain, address }: { chain: Chain; address: string }): Promise<Watched> => {
    const watched = await tryWatching({ chain, address })
    if (watched !== null) return watched
    throw new ChainUnavailableError({ chainId: chain.id, cause: new Error('The chain has not been followed yet.') })
  }
  return {
    async complete({ chains, address, read, signal }) {
      const asked = chains.filter(({ index }) => index?.follow === 'asked')
      for (let imports = 0; ; ) {
        const watched = await Promise.all(asked.map(async (chain) => ({ chain, ...(await watch({ chain, address })) })))
        const page = await read()
        const lacking = watched.find((each) => lacks({ page, watched: each }))
        if (lacking?.missingUpTo === undefined || lacking.missingUpTo === null) return page
        const { chain, missingUpTo } = lacking
        const source = sources.get(chain.id)
        if (source === undefined) return page // its source is no longer configured, so the fetched rows are all
        try {
          if (imports === mostImports) throw new HistorySourceError({ code: 'history_unfinished' })
          imports += 1
          await importOlder({ orm, chain, source, address, missingUpTo, signal })
        } catch (cause) {
          if (!isAway(cause)) throw cause
          log.warn({ chainId: chain.id, error: cause }, "older history can't be had")
          const part = surePart({ page, watched })
          if (part === null) throw new ChainUnavailableError({ chainId: chain.id, cause })
          return part
        }
      }
    },
    async all({ chain, address, signal }) {
      const source = sources.get(chain.id)
      for (let imports = 0; ; imports += 1) {
        const watched = await tryWatching({ chain, address })
        if (watched === null || source === undefined) return false
        const { missingUpTo, completeFrom } = watched
        // Followed since before there was a source, it was never fetched.
        if (missingUpTo === null) return completeFrom !== null
        if (imports === mostImports) return false
        try {
          await importOlder({ orm, chain, source, address, missingUpTo, signal })
        } catch (cause) {
          if (!isAway(cause)) throw cause
          log.warn({ chainId: chain.id, error: cause }, "older history can't be had")
          return false
        }
      }
    },
  }
}

const isAway = (error: unknown) =>
  error instanceof HistorySourceError || error instanceof UpstreamError || error instanceof InconsistentNodeError

/** Whether something that isn't known yet may belong on the page. */
function lacks({ page, watched }: { page: HistoryPage; watched: Watched }): boolean {
  if (watched.missingUpTo === null) return false
  const last = page.next === null ? undefined : page.entries.at(-1)
  return last === undefined || watched.completeFrom === null || last.transaction.minedAt < watched.completeFrom
}

/** The part of a page to which nothing can be added any more, to be turned later; null where there is none. */
function surePart({ page, watched }: { page: HistoryPage; watched: readonly Watched[] }): HistoryPage | null {
  const lacking = watched.filter(({ missingUpTo }) => missingUpTo !== null)
  const from = Math.max(...lacking.map(({ completeFrom }) => completeFrom ?? Number.POSITIVE_INFINITY))
  const entries = page.entries.filter(({ transaction }) => transaction.minedAt >= from)
  const last = entries.at(-1)?.transaction
  if (last === undefined) return null
  const { minedAt, chainId, blockNumber, position } = last
  const next: HistoryCursor = { reorg: page.reorg, after: { minedAt, chainId, blockNumber, position } }
  return { entries, reorg: page.reorg, next }
}
