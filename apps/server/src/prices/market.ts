import type { Chain } from '../chains/chains.js'
import { nativeAddress, tokenKey } from '../tokens/tokenKey.js'
import { type DeepPriceList, oneDollar, type PricedToken } from './priceSource.js'

/** The contracts of an exchange's pools on a network that prices need. */
export interface Market {
  readonly weth: string
  /** the coin that counts as one US dollar */
  readonly stable: PricedToken
  readonly minimumDepthUsd?: number | undefined
  /** addresses of configured tokens that a way may lead through, besides WETH and the stable coin */
  readonly through?: readonly string[] | undefined
}

/** A token and another against which a pool of it is looked for. */
export interface Couple {
  readonly token: PricedToken
  readonly against: PricedToken
}

const wethDecimals = 18
const usualMinimumDepthUsd = 1_000

export const minimumDepthOf = ({ minimumDepthUsd = usualMinimumDepthUsd }: Market): bigint =>
  BigInt(minimumDepthUsd) * oneDollar

/** The pools that may price the tokens: each token with the intermediate tokens, and these with each other. */
export function couplesOf(request: {
  chain: Chain
  market: Market
  tokens: readonly PricedToken[]
}): readonly Couple[] {
  const { chain, market, tokens } = request
  const lower = ({ address, decimals }: PricedToken): PricedToken => ({
    address: tokenKey({ chain, address }),
    decimals,
  })
  const through = new Set(market.through?.map((address) => tokenKey({ chain, address })))
  const hops = distinct([
    lower(market.stable),
    lower({ address: market.weth, decimals: wethDecimals }),
    ...chain.tokens.map(lower).filter(({ address }) => through.has(address)),
  ])
  const own = nativeAddress(chain)
  const others = tokens.map(lower).filter(({ address }) => address !== own)
  return distinct([...hops, ...others]).flatMap((token) =>
    hops.filter(({ address }) => address !== token.address).map((against) => ({ token, against })),
  )
}

/** Only what was asked for; a network's own coin has the price of its wrapped form. */
export function pricesAsked(request: {
  chain: Chain
  market: Market
  tokens: readonly PricedToken[]
  prices: DeepPriceList
}): DeepPriceList {
  const { chain, market, tokens, prices } = request
  const asked = tokens.map(({ address }) => tokenKey({ chain, address }))
  const own = nativeAddress(chain)
  const weth = tokenKey({ chain, address: market.weth })
  return new Map(
    asked.flatMap((key) => {
      const price = prices.get(key === own ? weth : key)
      return price === undefined ? [] : [[key, price]]
    }),
  )
}

function distinct(tokens: readonly PricedToken[]): readonly PricedToken[] {
  const byAddress = new Map<string, PricedToken>()
  for (const token of tokens) if (!byAddress.has(token.address)) byAddress.set(token.address, token)
  return [...byAddress.values()]
}
