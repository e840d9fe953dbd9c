import type { Prices } from '../prices/prices.js'
import { nativeAddress, tokenKey } from '../tokens/token.js'
import type { Tokens } from '../tokens/tokens.js'
import type { UsdPrices } from './onramp.js'

/** Prices as the rest of the server knows them. */
export const createUsdPrices = ({ prices, tokens }: { prices: Prices; tokens: Tokens }): UsdPrices => ({
  async usd({ chain, token, signal }) {
    const address = token ?? nativeAddress(chain)
    if (address === null) return null
    const key = tokenKey({ chain, address })
    const known = (await tokens.of({ chain, addresses: [address], signal })).get(key)
    if (known === undefined) return null
    return (await prices.of({ chain, tokens: [known], signal })).get(key) ?? null
  },
})
