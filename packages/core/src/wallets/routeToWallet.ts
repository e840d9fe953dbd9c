import type { Foyer } from '../foyer.js'
import { isMobile } from '../platform/isMobile.js'
import type { Route } from '../view/params.js'
import { walletButtonIds } from '../wire/walletButtonIds.js'
import type { WalletChoice } from './chooseWallet.js'
import { completeWallet } from './completeWallet.js'
import { isConnectorOf } from './explorerIdOf.js'
import type { ListedWallet } from './listedWallet.js'

/** Where a wallet of a list leads. */
export async function routeToWallet(foyer: Foyer, chosen: ListedWallet): Promise<WalletChoice> {
  const wallet = await completeWallet(foyer, chosen)
  return { route: routeOf(foyer, wallet), link: isMobile() ? ownBrowserLink(foyer, wallet) : undefined }
}

function routeOf({ store }: Foyer, wallet: ListedWallet): Route {
  const { connectors } = store.getState()
  const connector = connectors.find((each) => each.type !== 'WALLET_CONNECT' && isConnectorOf(each, wallet))
  if (connector) return { view: 'ConnectingExternal', connectorId: connector.id }
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
