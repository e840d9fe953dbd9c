import {
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  QueryObserver,
  type QueryObserverResult,
} from '@tanstack/query-core'
import { queryClientOf } from '../account/queryClientOf.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type ObservableValue, observable } from '../store/observable.js'
import { watchState } from '../store/watchState.js'
import type { WalletsReply } from '../wire/wallet.js'
import {
  type DirectoryPage,
  excludedQuery,
  featuredQuery,
  offerable,
  pagesQuery,
  recommendedQuery,
  uniqueById,
} from './directoryQueries.js'
import type { DirectoryState } from './directoryState.js'

export interface Directory {
  /** Requests the first wallets while there is a listener. @returns stops */
  watch(listener: (directory: DirectoryState) => void): () => void
  /** Waits for the first wallets, or their failure. */
  first(): Promise<void>
  /** Waits for a page more, or its failure; one with nothing to offer here is followed by the next. */
  nextPage(): Promise<void>
}

/** A kit's own view of its operator's directory, made when it is first asked for and gone with `stop`. */
export function directoryOf(foyer: Foyer): Directory {
  const { rooms, endings } = contextOf(foyer)
  const present = rooms.get('directory')
  if (present instanceof DirectoryRoom) return present.directory
  const room = new DirectoryRoom(createDirectory(foyer))
  rooms.set('directory', room)
  endings.add(() => rooms.delete('directory'))
  return room.directory
}

/** What the kit keeps of it, so that it is known for what it is. */
class DirectoryRoom {
  readonly directory: Directory
  constructor(directory: Directory) {
    this.directory = directory
  }
}

function createDirectory(foyer: Foyer): Directory {
  const context = contextOf(foyer)
  const { store } = foyer
  const client = queryClientOf(context)
  const before = () => client.getQueryData<WalletsReply>(recommendedQuery(context).queryKey)?.data ?? []
  const featured = new QueryObserver(client, featuredQuery(context))
  const recommended = new QueryObserver(client, recommendedQuery(context))
  const excluded = new QueryObserver(client, excludedQuery(context))
  const pages = new InfiniteQueryObserver(client, pagesQuery(context, { before }))

  const read = () => {
    const results = {
      featured: featured.getCurrentResult(),
      recommended: recommended.getCurrentResult(),
      excluded: excluded.getCurrentResult(),
      pages: pages.getCurrentResult(),
    }
    const next = readDirectory({ foyer, results, former: known.get() })
    known.set(next)
    return next
  }
  const updateQueries = () => {
    recommended.setOptions(recommendedQuery(context))
    pages.setOptions(pagesQuery(context, { before }))
  }
  const known: ObservableValue<DirectoryState | undefined> = observable<DirectoryState | undefined>(undefined, () => {
    client.mount()
    updateQueries()
    const stops = [
      () => client.unmount(),
      ...[featured, recommended, excluded, pages].map((observer) => observer.subscribe(read)),
      watchState(store, (state, former) => {
        const isElsewhere = state.networks !== former.networks || state.connectorFilter !== former.connectorFilter
        if (isElsewhere) updateQueries()
        // On a phone the family decides on which wallets are offered.
        if (isElsewhere || state.family !== former.family) read()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })
  const first = async () => {
    const queries = [featuredQuery(context), recommendedQuery(context)]
    await Promise.allSettled(queries.map((query) => client.fetchQuery(query))) // the cache reports failures
  }

  return {
    watch(listener) {
      const stop = known.subscribe(() => {
        const directory = known.get()
        if (directory) listener(directory)
      })
      read()
      return stop
    },
    first,
    async nextPage() {
      updateQueries()
      const { status = 'pending' } = client.getQueryState(recommendedQuery(context).queryKey) ?? {}
      if (status === 'pending') await first() // the pages leave out what stands before them
      const before = read().listed.length
      for (;;) {
        const { hasNextPage, isError } = await pages.fetchNextPage({ cancelRefetch: false })
        if (!hasNextPage || isError || read().listed.length > before) return
      }
    },
  }
}

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
  readonly former: DirectoryState | undefined
}): DirectoryState {
  const context = contextOf(foyer)
  const { data, error, isFetching, hasNextPage } = results.pages
  const pages = data?.pages ?? []
  const listed = offerable(context, uniqueById(pages.flatMap((page) => page.data)))
  const featured = kept(former?.featured, offerable(context, results.featured.data?.data ?? []))
  const recommended = kept(former?.recommended, offerable(context, results.recommended.data?.data ?? []))
  const counts = [results.recommended.data?.count ?? 0, ...pages.map(({ count }) => count)]
  const isPending = context.api !== undefined && (results.featured.isPending || results.recommended.isPending)
  return {
    status: isPending ? 'loading' : error && !isFetching ? 'failed' : 'ready',
    featured,
    recommended,
    listed: kept(former?.listed, listed),
    count: Math.max(...counts) + featured.length,
    hasMore: context.api !== undefined && (data === undefined || hasNextPage),
    loadingMore: isFetching,
    failure: error ?? undefined,
    excluded: kept(former?.excluded, (results.excluded.data?.data ?? []).flatMap(namesOf)),
  }
}

const namesOf = ({ name, rdns }: WalletsReply['data'][0]): string[] => (rdns ? [name, rdns] : [name])

const kept = <Entry>(former: readonly Entry[] | undefined, next: readonly Entry[]): readonly Entry[] =>
  former?.length === next.length && next.every((each, index) => each === former[index]) ? former : next
