import * as v from 'valibot'
import { inParts } from '../kernel/inParts.js'
import type { Provider } from '../provider/provider.js'
import { namedRow } from '../provider/rows.js'
import type { ProviderBudget } from '../provider/turns.js'
import type { PriceNetwork } from './priceNetworks.js'
import type { PriceService, SaidPrice } from './servicePrices.js'

/** By address or coin; what has no price has an empty object, or isn't there. */
const Price = v.object({ usd: v.nullish(v.number()), last_updated_at: v.nullish(v.number()) })
const Reply = v.record(v.string(), namedRow(Price))

/** The most that a Demo plan takes in one request; paid plans take more. */
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
          rows: Object.values,
          signal,
        })
      const parts = coingecko === undefined ? [] : inParts(tokens, mostInOne)
      const answers = await Promise.all([
        ...parts.map((part) => read(`token_price/${coingecko}`, { contract_addresses: part.join(',') })),
        ...(coin === undefined ? [] : [read('price', { ids: coin })]),
      ])
      return answers.flatMap((answer) => Object.entries(answer).flatMap(toSaid))
    },
  }
}

const toSaid = ([key, price]: [string, v.InferOutput<typeof Price> | null]): readonly SaidPrice[] =>
  price?.usd == null ? [] : [{ key, usd: price.usd, at: price.last_updated_at ?? undefined }]

/** The URL of a plan, the header that its key is sent in, and how often it may be asked, where all keys of it have the same. */
export interface CoingeckoPlan {
  readonly url: string
  readonly header: string
  readonly budget?: ProviderBudget | undefined
}

/** @see https://docs.coingecko.com/docs/common-errors-rate-limit */
export const coingeckoPlans: Readonly<Record<'demo' | 'pro', CoingeckoPlan>> = {
  demo: {
    url: 'https://api.coingecko.com/api/v3',
    header: 'x-cg-demo-api-key',
    budget: { perMinute: 30, perMonth: 10_000 },
  },
  pro: { url: 'https://pro-api.coingecko.com/api/v3', header: 'x-cg-pro-api-key' },
}
