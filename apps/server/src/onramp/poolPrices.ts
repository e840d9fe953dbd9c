import { uniswapV2Prices } from '../prices/uniswapV2.js'
import type { UsdPrices } from './onramp.js'

/** Prices off the network's own pools. */
export const poolPrices: UsdPrices = {
  async usd({ chain, token, signal }) {
    const { uniswapV2: market } = chain
    if (market === undefined) return null
    const address = (token ?? market.weth).toLowerCase()
    const { decimals } =
      token === null
        ? chain.nativeCurrency
        : (chain.tokens.find((each) => each.address.toLowerCase() === address) ?? {})
    if (decimals === undefined) return null
    const prices = await uniswapV2Prices({ chain, market, tokens: [{ address, decimals }], signal })
    return prices.get(address) ?? null
  },
}
