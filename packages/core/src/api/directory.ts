import type { NetworkId } from '../chain/ids.js'
import { paths } from '../wire/paths.js'
import { WalletsReply, walletEntries } from '../wire/wallet.js'
import { pathWith } from './http.js'
import type { GatedContext } from './project.js'

export interface WalletsRequest {
  /** The first is 1, which it is unless said. */
  readonly page?: number | undefined
  /** How many make a page: 40 unless said [S9.3], 100 at most for a search [S9.5]. */
  readonly entries?: number | undefined
  /** Only these wallets, by id. */
  readonly include?: readonly string[] | undefined
  /** None of these, by id. */
  readonly exclude?: readonly string[] | undefined
  /** Wallets that are on one of these networks at least. */
  readonly networks?: readonly NetworkId[] | undefined
  readonly search?: string | undefined
  /** Only wallets that were certified. */
  readonly certified?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** GET /getWallets [S7.23 S7.24 S3.1]: a page of the directory, whatever network is active. */
export function wallets(
  { http }: Pick<GatedContext, 'http'>,
  {
    page = 1,
    entries = walletEntries.page,
    include,
    exclude,
    networks,
    search,
    certified = false,
    signal,
  }: WalletsRequest = {},
): Promise<WalletsReply> {
  const query = {
    page: String(page),
    entries: String(entries),
    include: include?.join(','),
    exclude: exclude?.join(','),
    chains: networks?.join(','),
    search: search?.trim(),
    badge_type: certified ? 'certified' : undefined,
  }
  return http.get({ call: 'wallets', path: paths.wallets, query, schema: WalletsReply, signal })
}

/** Whose picture it is, and how the directory knows it. */
export type ImageRequest =
  | { readonly of: 'wallet'; readonly id: string; readonly signal?: AbortSignal | undefined }
  /** A network's or a connector's. */
  | { readonly of: 'asset'; readonly id: string; readonly signal?: AbortSignal | undefined }
  /** Such as `USD`. */
  | { readonly of: 'currency'; readonly id: string; readonly signal?: AbortSignal | undefined }
  /** By symbol. */
  | { readonly of: 'token'; readonly id: string; readonly signal?: AbortSignal | undefined }

const pathOf = {
  wallet: paths.walletImage,
  asset: paths.assetImage,
  currency: paths.currencyImage,
  token: paths.tokenImage,
} as const

/** GET a picture of the directory [S7.25 S7.26]: a blob, for an object URL, so that no page names a stranger's host. */
export function image({ http }: Pick<GatedContext, 'http'>, { of, id, signal }: ImageRequest): Promise<Blob> {
  return http.blob({ call: 'image', path: pathWith({ path: pathOf[of], value: id }), signal })
}
