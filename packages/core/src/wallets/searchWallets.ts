import { sleep } from '../clock/sleep.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { limits } from '../wire/limits.js'
import { walletEntries } from '../wire/walletsQuery.js'
import { shortestSearch, type WalletSearch } from './askDirectory.js'
import { askedOfAll, listing, offerable, uniqueById } from './directoryQueries.js'
import type { ListedWallet } from './listedWallet.js'

/** How long a search takes at least, so that what is found doesn't flicker [S9.5]. */
const shortestMs = 300

/** What `searchWallets` does. */
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
