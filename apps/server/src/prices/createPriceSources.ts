import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { createHttpPrices } from './httpPrices.js'
import type { PriceSource } from './priceSource.js'
import type { PricesConfig } from './pricesConfig.js'
import { uniswapV2 } from './uniswapV2.js'
import { uniswapV3 } from './uniswapV3.js'

/**
 * The sources in the order that is configured.
 * @param fetcherFor - makes what fetches from an origin that the operator named
 */
export function createPriceSources({
  config,
  fetcherFor,
}: {
  config: PricesConfig
  fetcherFor: (origin: string) => SafeFetch
}): readonly PriceSource[] {
  const { http } = config
  const sources: Readonly<Record<PriceSource['name'], PriceSource | null>> = {
    uniswapV2,
    uniswapV3,
    http:
      http === undefined ? null : createHttpPrices({ config: http, safeFetch: fetcherFor(new URL(http.url).origin) }),
  }
  return config.order.flatMap((name) => sources[name] ?? [])
}
