import * as v from 'valibot'
import type { Provider } from '../provider/provider.js'
import type { PriceNetwork } from './priceNetworks.js'
import { inParts, type PriceService, type SaidPrice } from './servicePrices.js'

/** By address or coin; what has no price has an empty object, or isn't there. */
const Reply = v.record(v.string(), v.object({ usd: v.nullish(v.number()), last_updated_at: v.nullish(v.number()) }))

/** What a Demo plan takes in one request; paid plans take more. */
const mostInOne = 30

/**
 * CoinGecko by its `simple` calls, with a Demo or a Pro key.
 * @see https://docs.coingecko.com/reference/simple-token-price · https://docs.coingecko.com/reference/simple-price
 */
export function createCoingecko(parameters: {
  provider: Provider
  /** without a slash at its end */
  url: string
  networks: ReadonlyMap<string, PriceNetwork>
}): PriceService {
  const { provider, url, networks } = parameters
  const common = { vs_currencies: 'usd', include_last_updated_at: 'true' }
  return {
    name: 'coingecko',
    networks,
    async ask({ network: { coingecko }, tokens, coin, signal }) {
      const read = (path: string, query: Readonly<Record<string, string>>) =>
        provider.ask({
          url: `${url}/simple/${path}?${new URLSearchParams({ ...query, ...common })}`,
          schema: Reply,
          signal,
        })
      const parts = coingecko === undefined ? [] : inParts({ items: tokens, most: mostInOne })
      const answers = await Promise.all([
        ...parts.map((part) => read(`token_price/${coingecko}`, { contract_addresses: part.join(',') })),
        ...(coin === undefined ? [] : [read('price', { ids: coin })]),
      ])
      return answers.flatMap((answer) => Object.entries(answer).flatMap(toSaid))
    },
  }
}

const toSaid = ([key, { usd, last_updated_at }]: [
  string,
  v.InferOutput<typeof Reply>[string],
]): readonly SaidPrice[] => (usd === undefined || usd === null ? [] : [{ key, usd, at: last_updated_at ?? undefined }])

/** Where each plan is served, and the header that its key is sent in. */
export const coingeckoPlans = {
  demo: { url: 'https://api.coingecko.com/api/v3', header: 'x-cg-demo-api-key' },
  pro: { url: 'https://pro-api.coingecko.com/api/v3', header: 'x-cg-pro-api-key' },
} as const
