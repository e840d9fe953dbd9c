import type { Foyer } from '../foyer.js'
import type { WalletLinks } from '../links/schemes.js'
import { SDK_TYPE, sdkVersion, walletImagePath } from '../wire/sdk.js'
import type { InjectedWallet } from '../wire/wallet.js'

/** A wallet of a list, whoever's it is: the directory's [S3.1], the host's own, or one that was used before. What isn't known is absent or null. */
export interface ListedWallet extends WalletLinks {
  /** The directory's, or the one the host gave it. */
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  /** Names its picture in the directory. */
  readonly image_id?: string | undefined
  /** Where its picture is. */
  readonly image_url?: string | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  readonly homepage?: string | undefined
  /** CAIP-2. */
  readonly chains?: readonly string[] | undefined
  readonly badge_type?: 'none' | 'certified' | undefined
  /** What it can be known by in a page. */
  readonly injected?: readonly InjectedWallet[] | null | undefined
}

/** Is a wallet among the excluded: by directory id, connector id or rdns exactly, by name whatever its case [S6.8]? */
export function isExcluded(
  { id, name, rdns }: { readonly id: string; readonly name: string; readonly rdns?: string | null | undefined },
  excluded: readonly string[],
): boolean {
  return excluded.some((each) => each === id || each === rdns || each.toLowerCase() === name.toLowerCase())
}

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
  return `${api}${walletImagePath.replace(':imageId', () => encodeURIComponent(image_id))}?${query}`
}
