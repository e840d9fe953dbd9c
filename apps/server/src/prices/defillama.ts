import * as v from 'valibot'
import { inParts } from '../kernel/inParts.js'
import type { Provider } from '../provider/provider.js'
import { row } from '../provider/rows.js'
import type { PriceNetwork } from './priceNetworks.js'
import type { PriceService } from './servicePrices.js'

/** By what was asked for; what it doesn't know isn't there. */
const Reply = v.object({
  coins: v.record(
    v.string(),
    row(
      v.object({
        price: v.number(),
        timestamp: v.number(),
        confidence: v.optional(v.number(), 0),
        decimals: v.nullish(v.number()),
      }),
    ),
  ),
})

/** Addresses stand in the path, which a proxy may limit to 8 KB. */
const mostInOne = 100

/** Below it, the service itself is in doubt. */
const leastConfidence = 0.9

export const defillamaUrl = 'https://coins.llama.fi'

/**
 * DefiLlama's current prices, for which it wants no key. Those that it isn't sure of are left out.
 * @see https://api-docs.defillama.com/ under `coins`
 */
export function createDefillama(parameters: {
  provider: Provider
  /** without a slash at its end */
  url: string
  networks: ReadonlyMap<string, PriceNetwork>
}): PriceService {
  const { provider, url, networks } = parameters
  return {
    name: 'defillama',
    networks,
    async ask({ network: { defillama }, tokens, coin, signal }) {
      const coins = [
        ...(defillama === undefined ? [] : tokens.map((token) => `${defillama}:${token}`)),
        ...(coin === undefined ? [] : [`coingecko:${coin}`]),
      ]
      const answers = await Promise.all(
        inParts(coins, mostInOne).map((part) =>
          provider.ask({
            url: `${url}/prices/current/${part.join(',')}?searchWidth=1h`,
            schema: Reply,
            rows: ({ coins: found }) => Object.values(found),
            signal,
          }),
        ),
      )
      const all = answers.flatMap((answer) => Object.entries(answer.coins))
      return all.flatMap(([name, coinPrice]) => {
        if (coinPrice === null || coinPrice.confidence < leastConfidence) return []
        const { price, timestamp, decimals } = coinPrice
        return [{ key: name.slice(name.indexOf(':') + 1), usd: price, at: timestamp, decimals: decimals ?? undefined }]
      })
    },
  }
}
