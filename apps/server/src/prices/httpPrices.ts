import * as v from 'valibot'
import type { Chain } from '../chains/chains.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { nativeAddress, tokenKey } from '../tokens/token.js'
import {
  type DeepPriceList,
  type PriceList,
  type PriceRequest,
  type PriceSource,
  type PriceSourceName,
  priceDecimals,
} from './priceSource.js'
import type { HttpPricesConfig } from './pricesConfig.js'

/** By address or coin; a token without a price has an empty object, or isn't there. */
const Reply = v.record(v.string(), v.object({ usd: v.nullish(v.number()) }))

const mostInOne = 100
const maxBytes = 512 * 1024

/**
 * Asks a price service by the calls that CoinGecko documents: `simple/token_price/{platform}` and `simple/price`.
 * @see https://docs.coingecko.com/reference/simple-token-price
 */
export function createHttpPrices({
  config,
  safeFetch,
}: {
  config: HttpPricesConfig
  safeFetch: SafeFetch
}): PriceSource {
  const ask = async ({ path, query, signal }: { path: string; query: Record<string, string>; signal: AbortSignal }) => {
    const url = `${config.url}/simple/${path}?${new URLSearchParams({ ...query, vs_currencies: 'usd' })}`
    const { headers } = config
    const { bytes } = await safeFetch({ url, headers, accept: ['application/json'], maxBytes, signal })
    return readPrices(new TextDecoder().decode(bytes))
  }
  return {
    name: 'http',
    async of({ chain, tokens, signal }: PriceRequest) {
      const platform = config.platforms[chain.id]
      if (platform === undefined) return new Map()
      const keys = tokens.map(({ address }) => tokenKey({ chain, address }))
      const own = nativeAddress(chain)
      const { coin } = platform
      const answers = await Promise.all([
        ...inParts(keys.filter((key) => key !== own)).map((part) =>
          ask({ path: `token_price/${platform.id}`, query: { contract_addresses: part.join(',') }, signal }),
        ),
        ...(own !== null && keys.includes(own) && coin !== undefined
          ? [
              ask({ path: 'price', query: { ids: coin }, signal }).then((prices) =>
                renamed({ prices, from: coin, to: own }),
              ),
            ]
          : []),
      ])
      return onlyAsked({ chain, keys, answers })
    },
  }
}

function readPrices(text: string): PriceList {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Reply), text)
  if (!parsed.success) throw new PriceSourceError({ source: 'http' })
  return new Map(
    Object.entries(parsed.output).flatMap(([key, { usd }]) => {
      // The service's numbers are binary fractions already; their shortest text is what it wrote.
      const price = decimalToBigint({ text: String(usd ?? 0), decimals: priceDecimals })
      return price === null || price <= 0n ? [] : [[key, price]]
    }),
  )
}

function renamed({ prices, from, to }: { prices: PriceList; from: string; to: string }): PriceList {
  const price = prices.get(from)
  return price === undefined ? new Map() : new Map([[to, price]])
}

interface OnlyAsked {
  chain: Chain
  keys: readonly string[]
  answers: readonly PriceList[]
}

function onlyAsked({ chain, keys, answers }: OnlyAsked): DeepPriceList {
  const all = new Map(
    answers.flatMap((prices) => [...prices]).map(([address, price]) => [tokenKey({ chain, address }), price]),
  )
  return new Map(
    keys.flatMap((key) => {
      const price = all.get(key)
      return price === undefined ? [] : [[key, { price, depth: null }] as const]
    }),
  )
}

const inParts = (keys: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(keys.length / mostInOne) }, (_, index) =>
    keys.slice(index * mostInOne, (index + 1) * mostInOne),
  )

/**
 * Reads a decimal number as JavaScript and JSON write it, exponent and all, as a whole number of its smallest unit;
 * digits beyond the decimals are cut off.
 * @returns null for what isn't one
 * @example decimalToBigint({ text: '1.5e-3', decimals: 6 }) // 1500n
 */
export function decimalToBigint({ text, decimals }: { text: string; decimals: number }): bigint | null {
  const match = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', part = '', exponent = '0'] = match
  const digits = BigInt(whole + part)
  const shift = decimals + Number(exponent) - part.length
  const value = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return sign === '-' ? -value : value
}

/** A price service answered what isn't a list of prices. */
export class PriceSourceError extends Error {
  override readonly name = 'PriceSourceError'
  readonly code = 'price_source'
  readonly source: PriceSourceName

  constructor({ source, cause }: { source: PriceSourceName; cause?: unknown }) {
    super(`The price source "${source}" gave no prices.`, cause === undefined ? undefined : { cause })
    this.source = source
  }
}
