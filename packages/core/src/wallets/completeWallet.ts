import { queryClientOf } from '../account/queryClientOf.js'
import type { Foyer } from '../foyer.js'
import type { WalletsReply } from '../wire/wallet.js'
import type { ListedWallet } from './listedWallet.js'
import { directoryIds, listing } from './listing.js'

/** How long a press waits for the directory: without its word a wallet is paired with all the same. */
const patienceMs = 3_000

/**
 * A wallet that was used before is kept by its name alone: its links are the host's, or the directory's of today. What can't be had, or not soon,
 * stays unknown.
 */
export async function completeWallet(
  { options, context }: Pick<Foyer, 'options' | 'context'>,
  wallet: ListedWallet,
): Promise<ListedWallet> {
  if (hasLinks(wallet)) return wallet
  const own = options.customWallets.find(({ id }) => id === wallet.id)
  if (own) return own
  const include = directoryIds([wallet.id])
  if (include.length === 0 || !context.api) return wallet
  const client = queryClientOf(context)
  const known = client.getQueriesData<WalletsReply | { pages: WalletsReply[] }>({ queryKey: ['wallets'] })
  const lists = known.flatMap(([, list]) => (list === undefined ? [] : 'pages' in list ? list.pages : [list]))
  const listed = lists.flatMap(({ data }) => data).find(({ id }) => id === wallet.id)
  if (listed) return listed
  const query = { queryKey: ['wallets', 'one', wallet.id], staleTime: Number.POSITIVE_INFINITY }
  const found = client
    .fetchQuery({ ...query, queryFn: ({ signal }) => listing(context, { entries: 1, include, signal }) })
    .then(
      ({ data: [found] }) => found ?? wallet,
      () => wallet, // the cache has reported it
    )
  return new Promise((resolve) => {
    const cancel = context.clock.setTimeout(() => resolve(wallet), patienceMs)
    void found.finally(cancel).then(resolve)
  })
}

const hasLinks = ({ mobile_link, desktop_link, webapp_link, chrome_store, app_store, play_store }: ListedWallet) =>
  [mobile_link, desktop_link, webapp_link, chrome_store, app_store, play_store].some(Boolean)
