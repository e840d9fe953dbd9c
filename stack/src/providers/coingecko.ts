import { type StandIn, type StandInAnswer, startStandIn } from './standIn.js'

/** A price as the provider keeps it. */
export interface KnownPrice {
  readonly usd: number
  /** seconds since 1970 */
  readonly at: number
}

export interface StartCoingeckoParameters {
  apiKey: string
  /** by platform, then by address in lower case */
  tokens: Readonly<Record<string, Readonly<Record<string, KnownPrice>>>>
  /** by the coin's id */
  coins: Readonly<Record<string, KnownPrice>>
}

/** A Demo plan takes so many addresses in one request. */
const mostAddresses = 30

const fault = ({ status, code, message }: { status: number; code: number; message: string }): StandInAnswer => ({
  status,
  body: { status: { error_code: code, error_message: message } },
})

/**
 * CoinGecko's `simple` calls of the Demo plan: the key in `x-cg-demo-api-key`, the currency asked for, the age on request.
 * @see https://docs.coingecko.com/reference/simple-token-price
 */
export function startCoingecko({ apiKey, tokens, coins }: StartCoingeckoParameters): Promise<StandIn> {
  const entry = ({ usd, at }: KnownPrice) => ({ usd, last_updated_at: at })
  return startStandIn({
    refusals: {
      expired: fault({ status: 401, code: 10_011, message: 'Invalid API Key' }),
      limited: { status: 429, body: { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } } },
    },
    answer({ method, path, query, header }) {
      const key = header('x-cg-demo-api-key')
      if (key === '') return fault({ status: 401, code: 10_002, message: 'API Key Missing' })
      if (key !== apiKey) return fault({ status: 401, code: 10_011, message: 'Invalid API Key' })
      if (method !== 'GET') return { status: 404, body: { error: 'Incorrect path' } }
      if (query.get('vs_currencies') !== 'usd')
        return { status: 422, body: { error: 'Missing parameter vs_currencies' } }
      const withAge = query.get('include_last_updated_at') === 'true'
      const shown = (known: KnownPrice) => (withAge ? entry(known) : { usd: known.usd })
      const list = (known: Readonly<Record<string, KnownPrice>>, asked: readonly string[]): StandInAnswer => ({
        status: 200,
        body: Object.fromEntries(
          asked.flatMap((each) => {
            const price = known[each.toLowerCase()]
            return price === undefined ? [] : [[each.toLowerCase(), shown(price)]]
          }),
        ),
      })
      const platform = /^\/simple\/token_price\/([\w-]+)$/.exec(path)?.[1]
      if (platform !== undefined) {
        const addresses = query.get('contract_addresses')?.split(',') ?? []
        if (addresses.length > mostAddresses) {
          return fault({ status: 400, code: 10_012, message: 'Number of contract addresses exceeds the allowed limit' })
        }
        return list(tokens[platform] ?? {}, addresses)
      }
      if (path === '/simple/price') return list(coins, query.get('ids')?.split(',') ?? [])
      return { status: 404, body: { error: 'Incorrect path. Please check https://docs.coingecko.com/' } }
    },
  })
}
