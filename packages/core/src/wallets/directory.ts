import {
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  type QueryClient,
  QueryObserver,
  type QueryObserverResult,
} from '@tanstack/query-core'
import type { ListedWallet } from '../connector/listedWallet.js'
import { contextOf, type FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { walletImageOf } from '../offered/offeredWallets.js'
import { queryClientOf } from '../query/queryClientOf.js'
import { type ObservableValue, observable, roomOf } from '../store/observable.js'
import { type WalletsReply, walletEntries } from '../wire/wallet.js'
import {
  type DirectoryPage,
  excludedQuery,
  featuredQuery,
  offerable,
  type PageParam,
  pagesQuery,
  recommendedQuery,
  uniqueById,
} from './directoryQueries.js'
import type { DirectoryState } from './directoryState.js'

interface Directory {
  /** Requests the first wallets while there is a listener. @returns stops */
  watch(listener: (directory: DirectoryState) => void): () => void
  /** Waits for the first wallets, or their failure. */
  first(): Promise<void>
  /** Waits for a page more, or its failure; one with nothing to offer here is followed by the next. */
  nextPage(): Promise<void>
}

/** A kit's own view of its operator's directory, made when it is first asked for and gone with `stop`. */
export const directoryOf = (foyer: Foyer): Directory => roomOf(contextOf(foyer), { Room: QueriedDirectory, kit: foyer })

class QueriedDirectory implements Directory {
  readonly #foyer: Foyer
  readonly #context: FoyerContext
  readonly #client: QueryClient
  readonly #featured: QueryObserver<WalletsReply>
  readonly #recommended: QueryObserver<WalletsReply>
  readonly #excluded: QueryObserver<WalletsReply>
  readonly #pages: InfiniteQueryObserver<
    DirectoryPage,
    Error,
    { pages: DirectoryPage[] },
    readonly unknown[],
    PageParam | null
  >
  readonly #known: ObservableValue<DirectoryState | undefined>

  constructor(foyer: Foyer) {
    this.#foyer = foyer
    this.#context = contextOf(foyer)
    this.#client = queryClientOf(this.#context)
    this.#featured = new QueryObserver(this.#client, featuredQuery(this.#context))
    this.#recommended = new QueryObserver(this.#client, recommendedQuery(this.#context))
    this.#excluded = new QueryObserver(this.#client, excludedQuery(this.#context))
    this.#pages = new InfiniteQueryObserver(this.#client, this.#pagesQuery())
    this.#known = observable<DirectoryState | undefined>(undefined, () => this.#observe())
  }

  watch(listener: (directory: DirectoryState) => void): () => void {
    const stop = this.#known.subscribe(() => {
      const directory = this.#known.get()
      if (directory) listener(directory)
    })
    this.#read()
    return stop
  }

  /** Does nothing: the subscribers end it. */
  end(): void {}

  async first(): Promise<void> {
    const queries = [featuredQuery(this.#context), recommendedQuery(this.#context)]
    await Promise.allSettled(queries.map((query) => this.#client.fetchQuery(query))) // the cache reports failures
  }

  async nextPage(): Promise<void> {
    this.#updateQueries()
    const { status = 'pending' } = this.#client.getQueryState(recommendedQuery(this.#context).queryKey) ?? {}
    if (status === 'pending') await this.first() // the pages leave out what stands before them
    const before = this.#read().listed.length
    for (;;) {
      const { hasNextPage, isError } = await this.#pages.fetchNextPage({ cancelRefetch: false })
      if (!hasNextPage || isError || this.#read().listed.length > before) return
    }
  }

  /** Requests and follows the first wallets, as the state wants them. @returns stops */
  #observe(): () => void {
    this.#client.mount()
    this.#updateQueries()
    const read = () => void this.#read()
    const observers = [this.#featured, this.#recommended, this.#excluded, this.#pages]
    const stops = [
      () => this.#client.unmount(),
      ...observers.map((observer) => observer.subscribe(read)),
      this.#foyer.store.subscribe((state, former) => {
        const isElsewhere = state.networks !== former.networks || state.connectorFilter !== former.connectorFilter
        if (isElsewhere) this.#updateQueries()
        // On a phone the family decides on which wallets are offered.
        if (isElsewhere || state.family !== former.family) read()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  #read(): DirectoryState {
    const results = {
      featured: this.#featured.getCurrentResult(),
      recommended: this.#recommended.getCurrentResult(),
      excluded: this.#excluded.getCurrentResult(),
      pages: this.#pages.getCurrentResult(),
    }
    const next = readDirectory({ foyer: this.#foyer, results, former: this.#known.get() })
    this.#known.set(next)
    return next
  }

  #updateQueries(): void {
    this.#recommended.setOptions(recommendedQuery(this.#context))
    this.#pages.setOptions(this.#pagesQuery())
  }

  #pagesQuery() {
    const before = () => this.#client.getQueryData<WalletsReply>(recommendedQuery(this.#context).queryKey)?.data ?? []
    return pagesQuery(this.#context, { before })
  }
}

/** The results of a directory's queries so far. */
interface DirectoryResults {
  readonly featured: QueryObserverResult<WalletsReply>
  readonly recommended: QueryObserverResult<WalletsReply>
  readonly excluded: QueryObserverResult<WalletsReply>
  readonly pages: InfiniteQueryObserverResult<{ pages: DirectoryPage[] }>
}

/** Puts together what is known of the directory. A list that is as it was stays the same, so that who draws it needn't draw it anew. */
function readDirectory({
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

/** The timeout of pictures [S9.7]. */
const timeoutMs = 2_000

/** Implements `preloadWalletImages`. */
export function preloadImages(foyer: Foyer, wallets: readonly ListedWallet[]): Promise<void> {
  if (typeof Image === 'undefined') return Promise.resolve()
  const sources = wallets.slice(0, walletEntries.imagesFirst).flatMap((wallet) => walletImageOf(foyer, wallet) ?? [])
  return new Promise((resolve) => {
    const waiting = new Set<HTMLImageElement>()
    const giveUp = () => {
      for (const image of waiting) image.removeAttribute('src')
      resolve()
    }
    const cancel = contextOf(foyer).clock.setTimeout(giveUp, timeoutMs)
    const settle = (image?: HTMLImageElement) => {
      if (image) waiting.delete(image)
      if (waiting.size > 0) return
      cancel()
      resolve()
    }
    for (const source of sources) {
      const image = new Image()
      image.referrerPolicy = 'no-referrer' // as where it's shown
      waiting.add(image)
      // One that can't be had is waited for no longer: where it is shown stands something else.
      image.onload = () => settle(image)
      image.onerror = () => settle(image)
      image.src = source
    }
    settle()
  })
}
