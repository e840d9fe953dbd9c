import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
} from '@tanstack/query-core'
import { queryClientOf } from '../account/queryClientOf.js'
import { refetchSeen, type Subject, statusOf, watchSubject } from '../account/watchAccount.js'
import { history } from '../api/account.js'
import type { Family } from '../chain/ids.js'
import { contextOf, type FoyerContext } from '../context.js'
import type { KitEvent } from '../events/event.js'
import type { Foyer } from '../foyer.js'
import { accountOf } from '../store/selectors.js'
import type { TrackedTransaction } from '../transactions/trackedTransaction.js'
import { trayOf } from '../transactions/tray.js'
import type { HistoryReply } from '../wire/transaction.js'
import { activityItems } from './activityItem.js'
import { withTracked } from './trackedItems.js'
import { type ActivityState, idleActivity } from './watchActivity.js'

/** How long a page of the history counts as fresh. */
const activityFreshMs = 30_000
/** A page of nothing but spam is passed over, this often at the most for each time that older ones are asked for. */
const mostEmptyPages = 5

type Pages = InfiniteData<HistoryReply, string | undefined>
type Result = InfiniteQueryObserverResult<Pages>

/** The history of an account on a network, by pages; nothing where the host named no server, or it doesn't serve the network. */
function activityQuery(
  context: FoyerContext,
  { address, network: { caipNetworkId: networkId } }: Subject,
): InfiniteQueryObserverOptions<HistoryReply, Error, Pages, readonly string[], string | undefined> & {
  readonly queryKey: readonly string[]
} {
  return {
    queryKey: ['activity', networkId, address],
    staleTime: activityFreshMs,
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    async queryFn({ pageParam, signal }) {
      const api = await context.api?.()
      if (!api) return { data: [], next: null }
      let page = await history(api, { address, networkId, cursor: pageParam, signal })
      for (let empty = 1; page.data.length === 0 && page.next !== null && empty < mostEmptyPages; empty++)
        page = await history(api, { address, networkId, cursor: page.next, signal })
      return page
    },
  }
}

/** What `watchActivity` does. */
export function startActivity(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  onActivity: (activity: ActivityState) => void,
): () => void {
  const context = contextOf(foyer)
  return watchSubject({
    foyer,
    family,
    follow(subject) {
      if (!subject) {
        onActivity(idleActivity)
        return undefined
      }
      const client = queryClientOf(context)
      const tray = trayOf(context)
      const query = activityQuery(context, subject)
      const observer = new InfiniteQueryObserver(client, query)
      const track = (event: 'LOAD_MORE_TRANSACTIONS' | 'ERROR_FETCH_TRANSACTIONS', { data }: Result) =>
        context.track(activityEvent({ event, foyer, subject, cursor: data?.pages.at(-1)?.next ?? undefined }))
      const loadMore = () => {
        const result = observer.getCurrentResult()
        if (!result.hasNextPage || result.isFetchingNextPage) return
        track('LOAD_MORE_TRANSACTIONS', result)
        void observer.fetchNextPage({ cancelRefetch: false })
      }
      const refetch = () => void observer.refetch()
      let failures = 0
      const pass = (result: Result) => {
        if (result.errorUpdateCount > failures) track('ERROR_FETCH_TRANSACTIONS', result)
        failures = result.errorUpdateCount
        const known = { result, subject, tracked: tray.get(), locale: foyer.options.locale.tag }
        onActivity(activityState({ ...known, loadMore, refetch }))
      }
      const unsubscribe = observer.subscribe(pass)
      const stopTray = tray.subscribe(() => pass(observer.getCurrentResult()))
      const stopRefetching = refetchSeen({ client, observer })
      pass(observer.getCurrentResult())
      return () => {
        stopRefetching()
        stopTray()
        unsubscribe()
      }
    },
  })
}

function activityState({
  result,
  subject: { address, network },
  tracked,
  locale,
  ...calls
}: {
  readonly result: Result
  readonly subject: Subject
  readonly tracked: readonly TrackedTransaction[]
  readonly locale: string
  readonly loadMore: () => void
  readonly refetch: () => void
}): ActivityState {
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError } = result
  // A transaction that came meanwhile moves others to the next page.
  const byId = new Map(data?.pages.flatMap((page) => page.data).map((each) => [each.id, each]))
  const coin = network.nativeCurrency
  const items = [...byId.values()].flatMap((transaction) => activityItems({ transaction, coin, locale }))
  const own = tracked.filter((each) => each.networkId === network.caipNetworkId && each.address === address)
  return {
    ...withTracked({ items, tracked: own, hasMore: hasNextPage || (data === undefined && !isError), locale }),
    status: isFetchNextPageError ? 'ready' : statusOf(result),
    network,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    ...calls,
  }
}

function activityEvent({
  event,
  foyer,
  subject: { address, network },
  cursor,
}: {
  readonly event: 'LOAD_MORE_TRANSACTIONS' | 'ERROR_FETCH_TRANSACTIONS'
  readonly foyer: Foyer
  readonly subject: Subject
  readonly cursor: string | undefined
}): KitEvent {
  const { accounts } = accountOf(foyer.store.getState(), network.chainNamespace)
  const isSmartAccount = accounts.some((each) => each.address === address && each.type === 'smartAccount')
  return { event, properties: { address, projectId: foyer.options.projectId, cursor, isSmartAccount } }
}
