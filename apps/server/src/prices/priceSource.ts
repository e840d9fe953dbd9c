import type { Chain } from '../chains/chains.js'

/** The decimals of a price. */
export const priceDecimals = 18

/** One US dollar. */
export const oneDollar: bigint = 10n ** BigInt(priceDecimals)

/** US dollars for one whole token, times 10^18; by `tokenKey`. A token that isn't known to have a price isn't there. */
export type PriceList = ReadonlyMap<string, bigint>

/** A price, and for how much of a token it may hold. */
export interface DeepPrice {
  /** US dollars for one whole token, times 10^18 */
  readonly price: bigint
  /** what all of a token could bring at most, in US dollars times 10^18; null where the source doesn't know */
  readonly depth: bigint | null
}

/** By `tokenKey`, as a {@link PriceList}. */
export type DeepPriceList = ReadonlyMap<string, DeepPrice>

export interface PricedToken {
  /** the placeholder for a network's own coin */
  readonly address: string
  readonly decimals: number
}

export interface PriceRequest {
  chain: Chain
  tokens: readonly PricedToken[]
  signal: AbortSignal
}

/** The sources by name, as configuration orders them. */
export const priceSourceNames = ['uniswapV2', 'uniswapV3', 'coingecko', 'defillama'] as const
export type PriceSourceName = (typeof priceSourceNames)[number]

/** One place where prices are found. Each can take another's. */
export interface PriceSource {
  readonly name: PriceSourceName
  /**
   * @returns only what was asked for, above zero; nothing for a network that the source doesn't have
   * @throws when it can't be asked, which isn't the same as knowing no price
   */
  of(request: PriceRequest): Promise<DeepPriceList>
}
