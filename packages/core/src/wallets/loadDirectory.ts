import type { Foyer } from '../foyer.js'
import { directoryOf } from './directory.js'

/**
 * Waits for the wallets that stand first: the featured ones, in the host's order, and those recommended [S9.4]. A failure leaves them out and goes to
 * the kit's `onError`.
 */
export const loadFirstWallets = (foyer: Foyer): Promise<void> => directoryOf(foyer).first()

/** Asks for the next page of the list [S9.3], for who watches it. A failure stands in the directory's `failure`; the next call tries again. */
export const loadNextPage = (foyer: Foyer): Promise<void> => directoryOf(foyer).nextPage()
