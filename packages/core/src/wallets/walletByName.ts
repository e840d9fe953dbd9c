import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { WalletButtonName } from '../wire/wallet.js'
import type { ListedWallet } from './listedWallet.js'

/**
 * The wallet that a wallet button means. All of them are asked for at once, by the first that is.
 *
 * @returns only its id and name where the host named no server; undefined where the server doesn't list it
 * @throws HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · CircuitOpenError · ChunkLoadError
 */
export async function walletByName(foyer: Foyer, name: WalletButtonName): Promise<ListedWallet | undefined> {
  return (await contextOf(foyer).queries()).findWalletByName(foyer, name)
}
