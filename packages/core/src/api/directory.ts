import type { NetworkId } from '../chain/ids.js'
import { imageCalls, type WalletsReply, walletEntries, walletsCall } from '../wire/wallet.js'
import { type Asker, ask } from './ask.js'
import type { Cancellable } from './project.js'

export interface WalletsRequest extends Cancellable {
  /** The first is 1, which it is unless said. */
  readonly page?: number | undefined
  /** The size of a page: 40 by default [S9.3], 100 at most for a search [S9.5]. */
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
}

/** GET /getWallets [S7.23 S7.24 S3.1]: a page of the directory, whatever network is active. */
export function wallets(
  asker: Asker,
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
  } as const
  return ask(asker, walletsCall, { query, signal })
}

export interface ImageRequest extends Cancellable {
  readonly of: keyof typeof imageCalls
  /** Its id in the directory. */
  readonly id: string
}

/** GET a picture of the directory [S7.25 S7.26]: a blob, for an object URL, so that no page names a stranger's host. */
export function image({ http }: Asker, { of, id, signal }: ImageRequest): Promise<Blob> {
  return http.blob(imageCalls[of], { params: { imageId: id, currencyId: id, symbol: id }, signal })
}
