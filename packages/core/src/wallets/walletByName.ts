import { queryClientOf } from '../account/queryClientOf.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type WalletButtonName, walletButtonIds } from '../wire/walletButtonIds.js'
import { listing } from './directoryQueries.js'
import type { ListedWallet } from './listedWallet.js'

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
