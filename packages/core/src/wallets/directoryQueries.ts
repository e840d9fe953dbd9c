import type { InfiniteQueryObserverOptions, QueryObserverOptions } from '@tanstack/query-core'
import { type WalletsRequest, wallets } from '../api/directory.js'
import { sleep } from '../clock/sleep.js'
import { isExcluded, type ListedWallet } from '../connector/listedWallet.js'
import { contextOf, type FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { isMobile } from '../platform/browser.js'
import { queryClientOf } from '../query/queryClientOf.js'
import type { FoyerState } from '../state/state.js'
import { limits } from '../wire/limits.js'
import {
  coreBuildExcludes,
  type Wallet,
  type WalletButtonName,
  type WalletsReply,
  walletButtonIds,
  walletEntries,
} from '../wire/wallet.js'
import { shortestSearch, type WalletSearch } from './askDirectory.js'

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

/** Returns the query of recommended wallets [S9.4]. */
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

/** Returns the query of the excluded wallets, whose names in a page are needed. */
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
  /** The ids that the first page left out, and so does every later one: else the pages would overlap. */
  readonly exclude: readonly string[]
}

export type PageParam = Pick<DirectoryPage, 'page' | 'exclude'>

/** The whole list by pages [S9.3], without what stands before it; only ever fetched by a call. */
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

/** Ids of the directory; a host names wallets by other ids too, which the operator's server knows nothing of. */
export const directoryIds = (ids: readonly string[] = []): string[] => ids.filter((id) => /^[0-9a-f]{64}$/.test(id))

/** The networks that wallets are wanted for: those configured, of the family that is asked for. */
export const requestedNetworks = ({
  networks,
  connectorFilter,
}: FoyerState): FoyerState['networks'][0]['caipNetworkId'][] =>
  networks
    .filter(({ chainNamespace }) => !connectorFilter || chainNamespace === connectorFilter)
    .map(({ caipNetworkId }) => caipNetworkId)

/** Returns the parameters of every list of the directory. */
function askedOfAll({ options, store }: Pick<FoyerContext, 'options' | 'store'>): {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly networks: ReturnType<typeof requestedNetworks>
} {
  return {
    include: options.includeWalletIds ?? [],
    exclude: directoryIds(options.excludeWalletIds),
    networks: requestedNetworks(store.getState()),
  }
}

/** Asks for a list; nothing is listed where the host named no server. */
export async function listing({ api }: Pick<FoyerContext, 'api'>, request: WalletsRequest): Promise<WalletsReply> {
  return api ? wallets(await api(), request) : { data: [], count: 0 }
}

/** Each id once, where it first stands. */
export function uniqueById<W extends { readonly id: string }>(list: readonly W[]): W[] {
  const seen = new Set<string>()
  return list.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** Those of a list that can be offered here: none that is excluded, and on a phone only what can be opened there. */
export function offerable(
  { options, store }: Pick<FoyerContext, 'options' | 'store'>,
  listed: readonly Wallet[],
): Wallet[] {
  const mobile = isMobile()
  const [solanaOnly, always] = coreBuildExcludes
  const opens = ({ id, mobile_link }: Wallet) =>
    !!mobile_link || id === always || (id === solanaOnly && store.getState().family === 'solana')
  return listed.filter((wallet) => !isExcluded(wallet, options.excludeWalletIds) && (!mobile || opens(wallet)))
}

/** The shortest duration of a search, so that what is found doesn't flicker [S9.5]. */
const shortestMs = 300

/** Implements `searchWallets`. */
export async function searchDirectory(
  foyer: Foyer,
  { search, certified = false, signal }: WalletSearch,
): Promise<readonly ListedWallet[]> {
  const text = search.trim().slice(0, limits.walletName)
  if (text.length < shortestSearch && !certified) return []
  const context = contextOf(foyer)
  context.track({ event: 'SEARCH_WALLET', properties: { badge: certified ? 'certified' : '', search: text } })
  const request = { ...askedOfAll(context), entries: walletEntries.search, search: text, certified, signal }
  const [{ data }] = await Promise.all([
    listing(context, request),
    sleep({ clock: context.clock, ms: shortestMs, signal }),
  ])
  return uniqueById(offerable(context, data))
}

/**
 * The wallet that a wallet button means. All of them are asked for at once, by the first that is.
 *
 * @returns only its id and name where the host named no server; undefined where the server doesn't list it
 * @throws HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · CircuitOpenError
 */
export async function findWalletByName(foyer: Foyer, name: WalletButtonName): Promise<ListedWallet | undefined> {
  const wanted = walletButtonIds[name]
  const context = contextOf(foyer)
  if (!context.api) return { id: wanted, name }
  const include = Object.values(walletButtonIds)
  const { data } = await queryClientOf(context).fetchQuery({
    queryKey: ['wallets', 'buttons'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => listing(context, { entries: include.length, include, signal }),
  })
  return data.find(({ id }) => id === wanted)
}
