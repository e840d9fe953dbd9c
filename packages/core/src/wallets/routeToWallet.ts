import { isConnectorOf, type ListedWallet } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { walletOfConnector } from '../offered/offeredWallets.js'
import { isMobile } from '../platform/browser.js'
import { linkTarget, openLink } from '../platform/openLink.js'
import { queryClientOf } from '../query/queryClientOf.js'
import type { Route } from '../state/viewState.js'
import { type WalletsReply, walletButtonIds } from '../wire/wallet.js'
import type { WalletChoice } from './connectRows.js'
import { directoryIds, listing } from './directoryQueries.js'

/** Resolves with the route that a wallet of a list leads to. */
export async function routeToWallet(foyer: Foyer, chosen: ListedWallet): Promise<WalletChoice> {
  const wallet = await completeWallet(foyer, chosen)
  return { route: routeOf(foyer, wallet), link: isMobile() ? ownBrowserLink(foyer, wallet) : undefined }
}

function routeOf({ store }: Foyer, wallet: ListedWallet): Route {
  const state = store.getState()
  const { connectors } = state
  const connector = connectors.find((each) => each.type !== 'WALLET_CONNECT' && isConnectorOf(each, wallet))
  const present = connector && walletOfConnector(state, connector.id)
  if (present)
    return { view: present.ways.length > 1 ? 'ConnectingMultiChain' : 'ConnectingExternal', connectorId: present.id }
  if (connectors.some(({ type }) => type === 'WALLET_CONNECT')) return { view: 'ConnectingWalletConnect', wallet }
  const { chrome_store, app_store, play_store, homepage } = wallet
  return chrome_store || app_store || play_store || homepage ? { view: 'Downloads', wallet } : { view: 'GetWallet' }
}

/** Two wallets speak with a page on a phone only in a browser of their own: there they open it anew. */
function ownBrowserLink({ store }: Foyer, { id }: ListedWallet): string | undefined {
  const { href, origin } = globalThis.location ?? {}
  if (!href || !origin) return undefined
  const page = encodeURIComponent(href)
  if (id === walletButtonIds.phantom && !('phantom' in globalThis))
    return `https://phantom.app/ul/browse/${page}?ref=${encodeURIComponent(origin)}`
  if (id === walletButtonIds.coinbase && store.getState().family === 'solana' && !('coinbaseSolana' in globalThis))
    return `https://go.cb-w.com/dapp?cb_url=${page}`
  return undefined
}

/** Opens a wallet's own address in the place of the page, as phones do. */
export const openWalletLink = (link: string): void => openLink({ link, target: linkTarget({ platform: 'mobile' }) })

/** The timeout of a press for the directory: without its word a wallet is paired with all the same. */
const timeoutMs = 3_000

/**
 * A wallet that was used before is kept by its name alone: its links are the host's, or the directory's of today. What can't be had, or not soon,
 * stays unknown.
 */
export async function completeWallet(foyer: Foyer, wallet: ListedWallet): Promise<ListedWallet> {
  if (hasLinks(wallet)) return wallet
  const context = contextOf(foyer)
  const own = foyer.options.customWallets.find(({ id }) => id === wallet.id)
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
    const cancel = context.clock.setTimeout(() => resolve(wallet), timeoutMs)
    void found.finally(cancel).then(resolve)
  })
}

const hasLinks = ({ mobile_link, desktop_link, webapp_link, chrome_store, app_store, play_store }: ListedWallet) =>
  [mobile_link, desktop_link, webapp_link, chrome_store, app_store, play_store].some(Boolean)
