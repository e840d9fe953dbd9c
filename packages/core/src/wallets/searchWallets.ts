import { sleep } from '../clock/sleep.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { limits } from '../wire/limits.js'
import { walletEntries } from '../wire/walletsQuery.js'
import { askedOfAll, listing, offerable, uniqueById } from './directoryQueries.js'
import type { ListedWallet } from './listedWallet.js'

/** From how many characters on a text is searched for. */
export const shortestSearch = 2

/** How long a search takes at least, so that what is found doesn't flicker [S9.5]. */
const shortestMs = 300

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
 * @throws HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · CircuitOpenError · AbortedError
 */
export async function searchWallets(
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
