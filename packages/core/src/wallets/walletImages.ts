import type { PickedWallet } from '../connector/connector.js'
import type { FoyerContext } from '../context.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'

import { SDK_TYPE, sdkVersion, walletImagePath } from '../wire/sdk.js'
import { walletEntries } from '../wire/walletsQuery.js'
import type { ListedWallet } from './listedWallet.js'

/**
 * Where a wallet's picture is, for an `img`: the host's, the wallet's own, else the directory's [S7.25]. Nothing is fetched for it to be known.
 *
 * @returns undefined where there is none
 */
export function walletImageOf(
  foyer: Foyer,
  wallet: Pick<ListedWallet, 'id' | 'image_url' | 'image_id'>,
): string | undefined {
  return walletImageIn(contextOf(foyer), wallet)
}

/** As `walletImageOf`, by what decides on it. */
function walletImageIn(
  { options, adapters }: Pick<FoyerContext, 'options' | 'adapters'>,
  { id, image_url, image_id }: Pick<ListedWallet, 'id' | 'image_url' | 'image_id'>,
): string | undefined {
  const { api, projectId, platform, connectorImages } = options
  const known = connectorImages[id] ?? image_url
  if (known !== undefined || image_id === undefined || api === undefined) return known
  const sv = sdkVersion({ platform, adapters: [...adapters.values()].map(({ type }) => type) })
  const query = new URLSearchParams({ projectId, st: SDK_TYPE, sv })
  return `${api}${walletImagePath.replace(':imageId', () => encodeURIComponent(image_id))}?${query}`
}

/** A wallet of a list, as a connector that is only the way to it is given it. */
export function pickedWallet(kit: Pick<FoyerContext, 'options' | 'adapters'>, wallet: ListedWallet): PickedWallet {
  const { id, name, image_id: imageId, rdns } = wallet
  return { id, name, icon: walletImageIn(kit, wallet), imageId, rdns: rdns ?? undefined }
}

/** How long pictures are waited for [S9.7]. */
const timeoutMs = 2_000

/** Has the browser fetch the pictures of the first twenty wallets before they are shown [S9.6]; waits for them, but no longer than 2 s [S9.7]. */
export function preloadWalletImages(foyer: Foyer, wallets: readonly ListedWallet[]): Promise<void> {
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
