import type { InfiniteQueryObserverOptions, QueryObserverOptions } from '@tanstack/query-core'
import type { FoyerContext } from '../foyer.js'
import type { WalletsReply } from '../wire/wallet.js'
import { walletEntries } from '../wire/walletsQuery.js'
import { askedOfAll, directoryIds, listing, uniqueById } from './listing.js'

type ListQuery = QueryObserverOptions<WalletsReply> & { readonly queryKey: readonly unknown[] }

/** Lists hardly change while a page is open: each is asked for once, and is still there for who comes back after a while. */
const lasting = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const

/** The host's first choice, in its order. */
export function featuredQuery(context: FoyerContext): ListQuery {
  const include = directoryIds(context.options.featuredWalletIds)
  return {
    queryKey: ['wallets', 'featured', include],
    ...lasting,
    async queryFn({ signal }) {
      if (include.length === 0) return nothing
      const { data, count } = await listing(context, { entries: include.length, include, signal })
      return { data: include.flatMap((id) => data.find((wallet) => wallet.id === id) ?? []), count }
    },
  }
}

/** What is recommended [S9.4]. */
export function recommendedQuery(context: FoyerContext): ListQuery {
  const { include, exclude, networks } = askedOfAll(context)
  const request = {
    entries: walletEntries.recommended,
    include,
    exclude: [...exclude, ...directoryIds(context.options.featuredWalletIds)],
    networks,
  }
  return {
    queryKey: ['wallets', 'recommended', request],
    ...lasting,
    queryFn: ({ signal }) => listing(context, { ...request, signal }),
  }
}

/** What excluded wallets are called in a page. */
export function excludedQuery(context: FoyerContext): ListQuery {
  const include = directoryIds(context.options.excludeWalletIds)
  return {
    queryKey: ['wallets', 'excluded', include],
    ...lasting,
    queryFn: async ({ signal }) =>
      include.length > 0 ? listing(context, { entries: include.length, include, signal }) : nothing,
  }
}

export interface DirectoryPage extends WalletsReply {
  readonly page: number
  /** What the first page left out, and so every later one: else the pages would overlap. */
  readonly exclude: readonly string[]
}

type PageParam = Pick<DirectoryPage, 'page' | 'exclude'>

/** The whole list by pages [S9.3], without what stands before it; only ever fetched when it is told to. */
export function pagesQuery(
  context: FoyerContext,
  { before }: { readonly before: () => readonly { readonly id: string }[] },
): InfiniteQueryObserverOptions<
  DirectoryPage,
  Error,
  { pages: DirectoryPage[] },
  readonly unknown[],
  PageParam | null
> {
  const { include, exclude, networks } = askedOfAll(context)
  return {
    queryKey: ['wallets', 'pages', include, exclude, networks],
    ...lasting,
    enabled: false,
    initialPageParam: null,
    getNextPageParam: ({ page, exclude, data, count }) =>
      data.length > 0 && page * walletEntries.page < count ? { page: page + 1, exclude } : undefined,
    async queryFn({ pageParam, signal }) {
      const featured = directoryIds(context.options.featuredWalletIds)
      const asked = pageParam ?? { page: 1, exclude: [...before().map(({ id }) => id), ...exclude, ...featured] }
      const { data, count } = await listing(context, { ...asked, include, networks, signal })
      const known: ReadonlySet<string> = new Set(networks)
      return {
        ...asked,
        count,
        data: uniqueById(data).filter(({ chains = [] }) => chains.some((each) => known.has(each))),
      }
    },
  }
}

const nothing: WalletsReply = { data: [], count: 0 }
