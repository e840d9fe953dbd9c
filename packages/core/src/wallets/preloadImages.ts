import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { walletEntries } from '../wire/wallet.js'
import type { ListedWallet } from './listedWallet.js'
import { walletImageOf } from './walletImages.js'

/** How long pictures are waited for [S9.7]. */
const timeoutMs = 2_000

/** What `preloadWalletImages` does. */
export function preloadImages(foyer: Foyer, wallets: readonly ListedWallet[]): Promise<void> {
  if (typeof Image === 'undefined') return Promise.resolve()
  const sources = wallets.slice(0, walletEntries.imagesFirst).flatMap((wallet) => walletImageOf(foyer, wallet) ?? [])
  return new Promise((resolve) => {
    const waiting = new Set<HTMLImageElement>()
    const giveUp = () => {
      for (const image of waiting) image.removeAttribute('src')
      resolve()
    }
    const cancel = contextOf(foyer).clock.setTimeout(giveUp, timeoutMs)
    const settle = (image?: HTMLImageElement) => {
      if (image) waiting.delete(image)
      if (waiting.size > 0) return
      cancel()
      resolve()
    }
    for (const source of sources) {
      const image = new Image()
      image.referrerPolicy = 'no-referrer' // as where it's shown
      waiting.add(image)
      // One that can't be had is waited for no longer: where it is shown stands something else.
      image.onload = () => settle(image)
      image.onerror = () => settle(image)
      image.src = source
    }
    settle()
  })
}
