import * as v from 'valibot'
import { type PriceSourceName, priceSourceNames } from './priceSource.js'

const Name = v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/, 'must be an id such as "ethereum"'))

/** A price service that answers as CoinGecko's `simple` calls do. */
const HttpPricesConfig = v.strictObject({
  /** the base URL of `/simple/token_price` */
  url: v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && /^https?:\/\/[^?#]*$/.test(text), 'must be an http or https address'),
    v.transform((text) => text.replace(/\/+$/, '')),
  ),
  /** such as a key; never in a log or an error */
  headers: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[-\w]+$/)), v.pipe(v.string(), v.regex(/^[\x20-\x7e]*$/))),
    {},
  ),
  /** by CAIP-2: what the service calls the network, and its own coin */
  platforms: v.record(v.string(), v.strictObject({ id: Name, coin: v.optional(Name) })),
})
export type HttpPricesConfig = v.InferOutput<typeof HttpPricesConfig>

/** Where prices come from. */
export const PricesConfig = v.strictObject({
  /** each is asked for what those before it don't know */
  order: v.optional(
    v.pipe(
      v.array(v.picklist(priceSourceNames, `must be one of ${priceSourceNames.join(', ')}`)),
      v.check((names) => new Set(names).size === names.length, 'must name each source once'),
    ),
    [...priceSourceNames],
  ),
  http: v.optional(HttpPricesConfig),
})
/** The chain's own pools only. */
export const usualPrices: PricesConfig = { order: priceSourceNames }

export interface PricesConfig {
  readonly order: readonly PriceSourceName[]
  readonly http?: HttpPricesConfig | undefined
}
