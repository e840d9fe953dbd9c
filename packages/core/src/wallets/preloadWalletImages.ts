import type { Foyer } from '../foyer.js'
import { walletEntries } from '../wire/walletsQuery.js'
import type { ListedWallet } from './listedWallet.js'
import { walletImageOf } from './walletImageOf.js'

/** How long pictures are waited for [S9.7]. */
const patienceMs = 2_000

/** Has the browser fetch the pictures of the first twenty wallets before they are shown [S9.6]; waits for them, but no longer than 2 s [S9.7]. */
export function preloadWalletImages(
  foyer: Pick<Foyer, 'options' | 'context'>,
  wallets: readonly ListedWallet[],
): Promise<void> {
  if (typeof Image === 'undefined') return Promise.resolve()
  const sources = wallets.slice(0, walletEntries.imagesFirst).flatMap((wallet) => walletImageOf(foyer, wallet) ?? [])
  return new Promise((resolve) => {
    const cancel = foyer.context.clock.setTimeout(resolve, patienceMs)
    Promise.all(sources.map(load)).then(() => {
      cancel()
      resolve()
    })
  })
}

/** A picture that can't be had is waited for no longer: where it is shown stands something else. */
function load(source: string): Promise<void> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve()
    image.onerror = () => resolve()
    image.src = source
  })
}
