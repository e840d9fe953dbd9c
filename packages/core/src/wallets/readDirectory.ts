import type { InfiniteQueryObserverResult, QueryObserverResult } from '@tanstack/query-core'
import type { Foyer } from '../foyer.js'
import type { WalletsReply } from '../wire/wallet.js'
import type { DirectoryPage } from './directoryQueries.js'
import { directoryRows } from './directoryRows.js'
import type { DirectoryState } from './directoryState.js'
import { uniqueById } from './listing.js'
import { offerable } from './offerable.js'

/** What the queries of a directory know by now. */
export interface DirectoryResults {
  readonly featured: QueryObserverResult<WalletsReply>
  readonly recommended: QueryObserverResult<WalletsReply>
  readonly excluded: QueryObserverResult<WalletsReply>
  readonly pages: InfiniteQueryObserverResult<{ pages: DirectoryPage[] }>
}

/** Puts together what is known of the directory. A list that is as it was stays the same, so that who draws it needn't draw it anew. */
export function readDirectory({
  foyer,
  results,
  former,
}: {
  readonly foyer: Foyer
  readonly results: DirectoryResults
  readonly former: DirectoryState
}): DirectoryState {
  const { context } = foyer
  const { data, error, isFetching, hasNextPage } = results.pages
  const pages = data?.pages ?? []
  const listed = offerable(context, uniqueById(pages.flatMap((page) => page.data)))
  const featured = kept(former.featured, offerable(context, results.featured.data?.data ?? []))
  const recommended = kept(former.recommended, offerable(context, results.recommended.data?.data ?? []))
  const counts = [results.recommended.data?.count ?? 0, ...pages.map(({ count }) => count)]
  const isPending = context.api !== undefined && (results.featured.isPending || results.recommended.isPending)
  return {
    status: isPending ? 'loading' : error && !isFetching ? 'failed' : 'ready',
    featured,
    recommended,
    listed: kept(former.listed, listed),
    count: Math.max(...counts) + featured.length,
    hasMore: context.api !== undefined && (data === undefined || hasNextPage),
    loadingMore: isFetching,
    failure: error ?? undefined,
    excluded: kept(former.excluded, (results.excluded.data?.data ?? []).flatMap(namesOf)),
    rows: directoryRows({ foyer, featured, recommended }),
  }
}

const namesOf = ({ name, rdns }: WalletsReply['data'][0]): string[] => (rdns ? [name, rdns] : [name])

const kept = <Entry>(former: readonly Entry[], next: readonly Entry[]): readonly Entry[] =>
  former.length === next.length && next.every((each, index) => each === former[index]) ? former : next
