import type { QueryClient, QueryObserverOptions } from '@tanstack/query-core'
import { queryClientOf } from '../account/queryClientOf.js'
import { type Known, type Subject, statusOf, watchAccount } from '../account/watchAccount.js'
import { nfts as askForNfts } from '../api/account.js'
import type { Family } from '../chain/ids.js'
import { contextOf, type FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { NftsReply } from '../wire/account.js'
import type { NftsState } from './nftsState.js'

const freshMs = 30_000
/** The server reads an NFT's metadata after it was first asked about it. */
const namesEveryMs = 5_000
/** How often is looked again for names that aren't there: some NFTs have none. */
const mostLooks = 6

/** The pages that were asked for, one after the other. */
type Pages = readonly NftsReply[]

const keyOf = ({ network, address }: Subject) => ['nfts', network.caipNetworkId, address] as const

/** What an account holds, by as many pages as were asked for before. */
function nftsQuery(
  context: FoyerContext,
  subject: Subject,
): QueryObserverOptions<Pages> & { readonly queryKey: readonly string[] } {
  const queryKey = keyOf(subject)
  return {
    queryKey,
    staleTime: freshMs,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.some(isUnread) && dataUpdateCount < mostLooks ? namesEveryMs : false,
    refetchIntervalInBackground: false,
    async queryFn({ signal }) {
      const wanted = queryClientOf(context).getQueryData<Pages>(queryKey)?.length ?? 1
      const pages = [await readPage({ context, subject, cursor: undefined, signal })]
      for (let page = pages[0]; pages.length < wanted && page?.next; page = pages.at(-1))
        pages.push(await readPage({ context, subject, cursor: page.next, signal }))
      return pages
    },
  }
}

const isUnread = ({ nfts }: NftsReply): boolean => nfts.some(({ name, image }) => name === undefined && !image)

async function readPage({
  context: { api },
  subject: { address, network },
  cursor,
  signal,
}: {
  readonly context: FoyerContext
  readonly subject: Subject
  readonly cursor: string | undefined
  readonly signal: AbortSignal
}): Promise<NftsReply> {
  const server = await api?.()
  if (!server) return { known: false, nfts: [], next: null }
  return askForNfts(server, { address, networkId: network.caipNetworkId, cursor, signal })
}

/** What `watchNfts` does. */
export function startNfts(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  onNfts: (nfts: NftsState) => void,
): () => void {
  const context = contextOf(foyer)
  const stopping = new AbortController()
  let known: Known<Pages> | undefined
  let following: 'loading' | 'failed' | undefined
  const emit = () => {
    if (!stopping.signal.aborted) onNfts(stateOf({ known, following, loadMore }))
  }
  const loadMore = () => {
    const { subject, result } = known ?? {}
    const cursor = result?.data?.at(-1)?.next
    if (!subject || !cursor || following === 'loading') return
    following = 'loading'
    emit()
    readPage({ context, subject, cursor, signal: stopping.signal })
      .then(
        (page) => {
          if (known?.subject === subject) following = undefined
          append({ client: queryClientOf(context), subject, cursor, page })
        },
        (error: unknown) => {
          if (stopping.signal.aborted) return
          context.report(error)
          if (known?.subject === subject) following = 'failed'
        },
      )
      .finally(emit)
  }
  const stopWatching = watchAccount({
    foyer,
    family,
    query: (subject) => nftsQuery(context, subject),
    listener(next) {
      if (next?.subject !== known?.subject) following = undefined
      known = next
      emit()
    },
  })
  return () => {
    stopping.abort()
    stopWatching()
  }
}

/** Joins a page to those before, unless they aren't what it follows any more. */
function append({
  client,
  subject,
  cursor,
  page,
}: {
  readonly client: QueryClient
  readonly subject: Subject
  readonly cursor: string
  readonly page: NftsReply
}): void {
  client.setQueryData<Pages>(keyOf(subject), (pages) => (pages?.at(-1)?.next === cursor ? [...pages, page] : pages))
}

function stateOf({
  known,
  following,
  loadMore,
}: {
  readonly known: Known<Pages> | undefined
  readonly following: 'loading' | 'failed' | undefined
  readonly loadMore: () => void
}): NftsState {
  if (!known) return { status: 'idle', nfts: [], known: false, more: 'none', loadMore, refetch: () => {} }
  const { subject, result, refetch } = known
  const pages = result.data ?? []
  const { caipNetworkId: networkId } = subject.network
  return {
    status: statusOf(result),
    // One that came again while its page was turned stands where it is now.
    nfts: distinct(pages.flatMap(({ nfts }) => nfts)).map((nft) => ({ ...nft, networkId })),
    known: pages.length > 0 && pages.every((page) => page.known),
    more: pages.at(-1)?.next ? (following ?? 'there') : 'none',
    loadMore,
    refetch,
  }
}

function distinct<Item extends { readonly contract: string; readonly tokenId: string }>(
  items: readonly Item[],
): readonly Item[] {
  return [...new Map(items.map((item) => [`${item.contract}/${item.tokenId}`, item])).values()]
}
