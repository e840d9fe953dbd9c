import type { Budgets } from '@foyer/service/budget/budget'
import type { Clock } from '@foyer/service/clock'
import { forVisitors } from '../provider/patience.js'
import { createProvider, type OnUnread } from '../provider/provider.js'
import { coingeckoPlans, createCoingecko } from './coingecko.js'
import { createDefillama, defillamaUrl } from './defillama.js'
import type { PriceSource } from './priceSource.js'
import { networksOf, type PricesConfig } from './pricesConfig.js'
import { createServicePrices } from './servicePrices.js'
import { uniswapV2 } from './uniswapV2.js'
import { uniswapV3 } from './uniswapV3.js'

export interface CreatePriceSourcesParameters {
  config: PricesConfig
  /** without them services are asked as often as anyone wants to know */
  budgets?: Budgets | undefined
  onUnread?: OnUnread | undefined
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

function coingeckoOf({ config: { coingecko }, budgets, ...times }: CreatePriceSourcesParameters): PriceSource | null {
  if (coingecko === undefined) return null
  const plan = coingeckoPlans[coingecko.plan]
  const { url = plan.url, apiKey } = coingecko
  const headersOf = async () => ({ [plan.header]: apiKey })
  const budget = budgets && plan.budget && { ...plan.budget, budgets }
  const provider = createProvider({ name: 'CoinGecko', headersOf, budget, ...forVisitors, ...times })
  return createServicePrices({ service: createCoingecko({ provider, url, networks: networksOf(coingecko) }), ...times })
}

function defillamaOf({
  config: { defillama },
  onUnread,
  clock,
  random,
}: CreatePriceSourcesParameters): PriceSource | null {
  if (defillama === undefined) return null
  const { url = defillamaUrl } = defillama
  const provider = createProvider({ name: 'DefiLlama', ...forVisitors, onUnread, clock, random })
  return createServicePrices({ service: createDefillama({ provider, url, networks: networksOf(defillama) }), clock })
}
