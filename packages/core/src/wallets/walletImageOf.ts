import type { Foyer } from '../foyer.js'
import { paths } from '../wire/paths.js'
import { SDK_TYPE, sdkVersion } from '../wire/sdk.js'
import type { ListedWallet } from './listedWallet.js'

/**
 * Where a wallet's picture is, for an `img`: the host's, the wallet's own, else the directory's [S7.25]. Nothing is fetched for it to be known.
 *
 * @returns undefined where there is none
 */
export function walletImageOf(
  { options, context: { adapters } }: Pick<Foyer, 'options' | 'context'>,
  { id, image_url, image_id }: Pick<ListedWallet, 'id' | 'image_url' | 'image_id'>,
): string | undefined {
  const { api, projectId, platform, connectorImages } = options
  const known = connectorImages[id] ?? image_url
  if (known !== undefined || image_id === undefined || api === undefined) return known
  const sv = sdkVersion({ platform, adapters: [...adapters.values()].map(({ type }) => type) })
  const query = new URLSearchParams({ projectId, st: SDK_TYPE, sv })
  return `${api}${paths.walletImage.replace(':imageId', () => encodeURIComponent(image_id))}?${query}`
}
