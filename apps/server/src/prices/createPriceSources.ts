import type { Clock } from '../clock.js'
import { createProvider } from '../safeFetch/provider.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { coingeckoPlans, createCoingecko } from './coingecko.js'
import { createDefillama, defillamaUrl } from './defillama.js'
import type { PriceSource } from './priceSource.js'
import { networksOf, type PricesConfig } from './pricesConfig.js'
import { createServicePrices } from './servicePrices.js'
import { uniswapV2 } from './uniswapV2.js'
import { uniswapV3 } from './uniswapV3.js'

export interface CreatePriceSourcesParameters {
  config: PricesConfig
  /** makes what fetches from an origin that the operator named */
  fetcherFor: (origin: string) => SafeFetch
  clock: Clock
  random: () => number
}

/** The sources in the order that is configured. */
export function createPriceSources(parameters: CreatePriceSourcesParameters): readonly PriceSource[] {
  const { config } = parameters
  const sources: Readonly<Record<PriceSource['name'], PriceSource | null>> = {
    uniswapV2,
    uniswapV3,
    coingecko: coingeckoOf(parameters),
    defillama: defillamaOf(parameters),
  }
  return config.order.flatMap((name) => sources[name] ?? [])
}

function coingeckoOf({
  config: { coingecko },
  fetcherFor,
  ...times
}: CreatePriceSourcesParameters): PriceSource | null {
  if (coingecko === undefined) return null
  const plan = coingeckoPlans[coingecko.plan]
  const { url = plan.url, apiKey } = coingecko
  const headers = { [plan.header]: apiKey }
  const safeFetch = fetcherFor(new URL(url).origin)
  const provider = createProvider({ name: 'CoinGecko', url, headers, safeFetch, ...times })
  return createServicePrices({ service: createCoingecko({ provider, networks: networksOf(coingecko) }), ...times })
}

function defillamaOf({
  config: { defillama },
  fetcherFor,
  ...times
}: CreatePriceSourcesParameters): PriceSource | null {
  if (defillama === undefined) return null
  const { url = defillamaUrl } = defillama
  const safeFetch = fetcherFor(new URL(url).origin)
  const provider = createProvider({ name: 'DefiLlama', url, safeFetch, ...times })
  return createServicePrices({ service: createDefillama({ provider, networks: networksOf(defillama) }), ...times })
}
