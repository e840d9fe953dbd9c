import * as v from 'valibot'
import { Gateway } from '../safeFetch/safeFetchConfig.js'
import { type PriceNetwork, priceNetworks } from './priceNetworks.js'
import { type PriceSourceName, priceSourceNames } from './priceSource.js'

const Id = v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/, 'must be an id such as "ethereum"'))

/** The settings of every price service: its address, and networks beside those that are known. */
const service = {
  /** the service itself if left out */
  url: v.optional(Gateway),
  /** by CAIP-2: what the services call the network, and its own coin */
  networks: v.optional(
    v.record(v.string(), v.strictObject({ coingecko: v.optional(Id), defillama: v.optional(Id), coin: Id })),
    {},
  ),
}

const CoingeckoConfig = v.strictObject({
  ...service,
  apiKey: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,256}$/, 'must be a key')),
  plan: v.optional(v.picklist(['demo', 'pro'], 'must be "demo" or "pro"'), 'demo'),
})
export type CoingeckoConfig = v.InferOutput<typeof CoingeckoConfig>

const DefillamaConfig = v.strictObject(service)
export type DefillamaConfig = v.InferOutput<typeof DefillamaConfig>

/** The sources of prices. */
export const PricesConfig = v.strictObject({
  /** the first two that know a price are compared */
  order: v.optional(
    v.pipe(
      v.array(v.picklist(priceSourceNames, `must be one of ${priceSourceNames.join(', ')}`)),
      v.check((names) => new Set(names).size === names.length, 'must name each source once'),
    ),
    [...priceSourceNames],
  ),
  coingecko: v.optional(CoingeckoConfig),
  defillama: v.optional(DefillamaConfig),
})

/** The chain's own pools only. */
export const usualPrices: PricesConfig = { order: priceSourceNames }

export interface PricesConfig {
  readonly order: readonly PriceSourceName[]
  readonly coingecko?: CoingeckoConfig | undefined
  readonly defillama?: DefillamaConfig | undefined
}

/** The known networks, with those that are configured before them. */
export const networksOf = ({
  networks,
}: {
  networks: Readonly<Record<string, PriceNetwork>>
}): ReadonlyMap<string, PriceNetwork> => new Map([...priceNetworks, ...Object.entries(networks)])
