import type { PickedWallet } from '../connector/connector.js'
import type { FoyerContext } from '../context.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'

import { SDK_TYPE, sdkVersion, walletImagePath } from '../wire/sdk.js'
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
  const known = connectorImages?.[id] ?? image_url
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
