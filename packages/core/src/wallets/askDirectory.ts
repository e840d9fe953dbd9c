import type { ListedWallet } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { WalletButtonName } from '../wire/wallet.js'

/**
 * Asks for the next page of the list [S9.3], for who watches it. A failure stands in the directory's `failure`; the next call tries again.
 *
 * @throws ChunkLoadError
 */
export const loadNextPage = async (foyer: Foyer): Promise<void> =>
  (await contextOf(foyer).queries()).directoryOf(foyer).nextPage()

/** From how many characters on a text is searched for. */
export const shortestSearch = 2

export interface WalletSearch {
  readonly search: string
  /** Only wallets that were certified. */
  readonly certified?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Looks for wallets by their name: a hundred at most, and never in less than 300 ms [S9.5].
 *
 * @returns nothing for a text of less than two characters, unless certified wallets are wanted
 * @throws HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · CircuitOpenError · ChunkLoadError · AbortedError
 */
export async function searchWallets(foyer: Foyer, search: WalletSearch): Promise<readonly ListedWallet[]> {
  return (await contextOf(foyer).queries()).searchDirectory(foyer, search)
}

/** Has the browser fetch the pictures of the first twenty wallets before they are shown [S9.6]; waits for them, but no longer than 2 s [S9.7]. */
export async function preloadWalletImages(foyer: Foyer, wallets: readonly ListedWallet[]): Promise<void> {
  return (await contextOf(foyer).queries()).preloadImages(foyer, wallets)
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
