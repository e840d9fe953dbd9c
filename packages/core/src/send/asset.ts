import type { Asset, TokenBalance } from '../connector/family.js'

/** What a form sends: an NFT comes with what its list knows of it. */
export type SendAsset =
  | Exclude<Asset, { readonly type: 'nft' }>
  | (Extract<Asset, { readonly type: 'nft' }> & {
      readonly name?: string | undefined
      readonly imageUrl?: string | undefined
      /** How many of it the account holds, where its standard counts them: a whole number as text. */
      readonly balance?: string | undefined
    })

/** An asset with what is known of it. */
export interface Holding {
  readonly asset: Asset
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** In the smallest unit; undefined where it isn't known. */
  readonly value: bigint | undefined
  /** US dollars for one whole token. */
  readonly price?: number | undefined
  readonly iconUrl?: string | undefined
}

/** What a token of a list is, as an asset. */
export const assetOf = ({ address }: Pick<TokenBalance, 'address'>): Asset =>
  address === undefined ? { type: 'coin' } : { type: 'token', address }

/** Only what the chain needs to know of it. */
export function bareAsset(asset: SendAsset): Asset {
  if (asset.type !== 'nft') return asset
  const { type, address, tokenId, standard } = asset
  return { type, address, tokenId, ...(standard === undefined ? {} : { standard }) }
}

/** How two texts are compared that may name one address. */
export type SameAddress = (one: string, other: string) => boolean

/**
 * What is known of an asset: by its list, and of the coin at least what the network says.
 *
 * @returns undefined for a token that isn't known
 */
export function holdingOf({
  asset,
  tokens,
  coin,
  isSame,
}: {
  readonly asset: SendAsset
  readonly tokens: readonly TokenBalance[]
  readonly coin: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly isSame: SameAddress
}): Holding | undefined {
  if (asset.type === 'nft') {
    const { name = '', imageUrl, balance } = asset
    const value = asset.standard === 'erc1155' ? wholeNumber(balance) : 1n
    return { asset: bareAsset(asset), symbol: '', name, decimals: 0, value, iconUrl: imageUrl }
  }
  const listed = tokens.find(({ address }) =>
    asset.type === 'coin' ? address === undefined : address !== undefined && isSame(address, asset.address),
  )
  if (listed) {
    const { symbol, name, decimals, value, price, iconUrl } = listed
    return { asset, symbol, name, decimals, value, price, iconUrl }
  }
  return asset.type === 'coin' ? { asset, ...coin, value: undefined } : undefined
}

const wholeNumber = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^\d{1,78}$/.test(text) ? BigInt(text) : undefined

/** Does an amount of it stand for itself, so that it isn't asked for? */
export const isSingle = (asset: Asset): boolean => asset.type === 'nft' && asset.standard !== 'erc1155'
