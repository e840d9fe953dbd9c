import { InfiniteQueryObserver, QueryObserver } from '@tanstack/query-core'
import { queryClientOf } from '../account/queryClientOf.js'
import type { Foyer } from '../foyer.js'
import { watchState } from '../store/watchState.js'
import type { WalletsReply } from '../wire/wallet.js'
import { excludedQuery, featuredQuery, pagesQuery, recommendedQuery } from './directoryQueries.js'
import { directoryRows } from './directoryRows.js'
import type { DirectoryState } from './directoryState.js'
import { offerable, uniqueById } from './listing.js'

export interface Directory {
  /** Asks for the first wallets while somebody watches. @returns stops */
  watch(listener: (directory: DirectoryState) => void): () => void
  /** Waits for the first wallets, or their failure. */
  first(): Promise<void>
  /** Waits for a page more, or its failure. */
  nextPage(): Promise<void>
}

/** A kit's own view of its operator's directory, made when it is first asked for and gone with `stop`. */
export function directoryOf(foyer: Foyer): Directory {
  const { rooms, endings } = foyer.context
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
  const { context, store } = foyer
  const client = queryClientOf(context)
  const featured = new QueryObserver(client, featuredQuery(context))
  const recommended = new QueryObserver(client, recommendedQuery(context))
  const excluded = new QueryObserver(client, excludedQuery(context))
  const before = () => client.getQueryData<WalletsReply>(recommendedQuery(context).queryKey)?.data ?? []
  const pages = new InfiniteQueryObserver(client, pagesQuery(context, { before }))
  const observers = [featured, recommended, excluded, pages]
  const listeners = new Set<(directory: DirectoryState) => void>()
  let stops: (() => void)[] = []

  const tell = () => {
    const directory = read()
    for (const listener of listeners) listener(directory)
  }

  const read = (): DirectoryState => {
    const results = [featured, recommended].map((observer) => observer.getCurrentResult())
    const [first = [], second = []] = results.map(({ data }) => offerable(context, data?.data ?? []))
    const { data, error, isFetching, hasNextPage } = pages.getCurrentResult()
    const loaded = data?.pages ?? []
    const counts = [results[1]?.data?.count ?? 0, ...loaded.map(({ count }) => count)]
    const isPending = results.some((result) => result.isPending)
    return {
      status: isPending && context.api ? 'loading' : error && !isFetching ? 'failed' : 'ready',
      featured: first,
      recommended: second,
      listed: uniqueById(
        offerable(
          context,
          loaded.flatMap((page) => page.data),
        ),
      ),
      count: Math.max(...counts) + first.length,
      hasMore: context.api !== undefined && (data === undefined || hasNextPage),
      loadingMore: isFetching,
      failure: error ?? undefined,
      excluded: (excluded.getCurrentResult().data?.data ?? []).flatMap(({ name, rdns }) => [
        name,
        ...(rdns ? [rdns] : []),
      ]),
      rows: directoryRows({ foyer, featured: first, recommended: second }),
    }
  }

  const ask = () => {
    recommended.setOptions(recommendedQuery(context))
    pages.setOptions(pagesQuery(context, { before }))
  }

  const start = () => {
    client.mount()
    ask()
    stops = [
      () => client.unmount(),
      ...observers.map((observer) => observer.subscribe(tell)),
      watchState(store, (state, former) => {
        if (state.networks !== former.networks || state.connectorFilter !== former.connectorFilter) ask()
        if (relevant.some((part) => state[part] !== former[part])) tell()
      }),
    ]
  }

  const first = async () => {
    // Their failures are told by the cache, and leave the lists empty.
    await Promise.allSettled(
      [featuredQuery(context), recommendedQuery(context)].map((query) => client.fetchQuery(query)),
    )
  }

  return {
    watch(listener) {
      const own = (directory: DirectoryState) => listener(directory)
      if (listeners.size === 0) start()
      listeners.add(own)
      own(read())
      return () => {
        if (!listeners.delete(own) || listeners.size > 0) return
        for (const stop of stops) stop()
      }
    },
    first,
    async nextPage() {
      ask()
      const { status = 'pending' } = client.getQueryState(recommendedQuery(context).queryKey) ?? {}
      if (status === 'pending') await first() // the pages leave out what stands before them
      await pages.fetchNextPage({ cancelRefetch: false })
    },
  }
}

/** What of the state decides on what is shown. */
const relevant = ['networks', 'connectorFilter', 'connectors', 'recents', 'family'] as const
