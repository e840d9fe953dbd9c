import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { isMobile } from '../platform/isMobile.js'
import type { Route } from '../view/viewState.js'
import type { WalletButtonName } from '../wire/walletButtonIds.js'
import type { WalletRow } from './directoryState.js'
import type { ListedWallet } from './listedWallet.js'

/** What choosing a wallet comes to. */
export interface WalletChoice {
  /** The view to show. */
  readonly route: Route
  /** On a phone: where the wallet opens this page in a browser of its own, if that is how it is reached; opened besides. */
  readonly link?: string | undefined
}

/**
 * Where choosing a row of the connect view, or a wallet of the whole list, leads: to the connector that is that wallet, else to a pairing, else to
 * where the wallet is to be had. Changes nothing.
 *
 * @throws ChunkLoadError where the code for it can't be had
 * @example
 * const { route, link } = await chooseWallet(foyer, row)
 */
export async function chooseWallet(foyer: Foyer, chosen: WalletRow | ListedWallet): Promise<WalletChoice> {
  if ('kind' in chosen && chosen.kind === 'connector') {
    const { group, connectorId, chains } = chosen
    if (chains) return { route: { view: 'ConnectingMultiChain', connectorId } }
    if (group !== 'walletConnect') return { route: { view: 'ConnectingExternal', connectorId } }
    return { route: { view: isMobile() ? 'AllWallets' : 'ConnectingWalletConnect' } }
  }
  return (await contextOf(foyer).queries()).routeToWallet(foyer, 'kind' in chosen ? chosen.wallet : chosen)
}

/**
 * The wallet that a wallet button means. All of them are asked for at once, by the first that is.
 *
 * @returns only its id and name where the host named no server; undefined where the server doesn't list it
 * @throws HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · CircuitOpenError · ChunkLoadError
 */
export async function walletByName(foyer: Foyer, name: WalletButtonName): Promise<ListedWallet | undefined> {
  return (await contextOf(foyer).queries()).findWalletByName(foyer, name)
}
