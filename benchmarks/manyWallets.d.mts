/** A wallet of a listing, as far as tests rely on it. */
export interface ListedWallet {
  readonly id: string
  readonly name: string
  readonly badge_type: 'none' | 'certified'
}

export declare function manyWallets(listing: {
  readonly count: number
  readonly chains: readonly string[]
}): readonly ListedWallet[]

export declare function pageOf(
  wallets: readonly ListedWallet[],
  url: string,
): { readonly data: readonly ListedWallet[]; readonly count: number }

export declare function pictureOf(imageId: string): string
