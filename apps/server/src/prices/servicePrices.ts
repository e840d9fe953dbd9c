import type { Clock } from '@foyer/service/clock'
import { createSharedReads } from '../cache/sharedReads.js'
import type { Chain } from '../chains/chains.js'
import { readUnits } from '../tokens/readUnits.js'
import { nativeAddress, tokenKey } from '../tokens/tokenKey.js'
import type { PriceNetwork } from './priceNetworks.js'
import {
  type DeepPrice,
  type DeepPriceList,
  oneDollar,
  type PricedToken,
  type PriceSource,
  priceDecimals,
} from './priceSource.js'

/** A price as a service says it. */
export interface SaidPrice {
  /** by what was asked for */
  readonly key: string
  /** US dollars */
  readonly usd: number
  /** seconds since 1970; undefined where the service doesn't say, which is never believed */
  readonly at: number | undefined
  /** of the token that the service has in mind, where it says so */
  readonly decimals?: number | undefined
}

export interface ServiceRequest {
  readonly network: PriceNetwork
  /** addresses of tokens as their networks write keys */
  readonly tokens: readonly string[]
  readonly coin: string | undefined
  readonly signal: AbortSignal
}

/** The parts that differ from one price service to another. */
export interface PriceService {
  readonly name: PriceSource['name']
  readonly networks: ReadonlyMap<string, PriceNetwork>
  /** @returns tokens by their address, the coin by its id. @throws ProviderError */
  ask(request: ServiceRequest): Promise<readonly SaidPrice[]>
}

/** A service renews its prices about once a minute, and is paid by the question. */
const lifetimeMs = 60_000
/** An older price says what something was worth. */
const mostAgeMs = 60 * 60_000
/** Clocks differ. */
const mostAheadMs = 5 * 60_000
/** No whole token of anything has ever been worth a tenth of it. */
const mostDollars = 1_000_000_000n * oneDollar

interface Asked extends PricedToken {
  readonly chain: Chain
}

/**
 * A price service as a source: asked once for many tokens and many readers, unknown ones remembered like known ones. A price that
 * isn't above 0, is beyond any that there is, of another token's decimals or older than an hour is none.
 */
export function createServicePrices({ service, clock }: { service: PriceService; clock: Clock }): PriceSource {
  const keyOf = ({ chain, address, decimals }: Asked) => `${chain.id} ${tokenKey({ chain, address })} ${decimals}`
  const shared = createSharedReads<Asked, DeepPrice>({
    keyOf,
    async load({ items, signal }) {
      const said = await ask({ service, items, signal })
      const found = items.flatMap((item) => {
        const price = priceOf({ item, said: said.get(tokenKey(item)), now: clock.now() })
        return price === null ? [] : [[keyOf(item), { price, depth: null }] as const]
      })
      return new Map(found)
    },
    lifetimeMs,
    timeoutMs: 9_000,
    most: 20_000,
    clock,
  })
  return {
    name: service.name,
    async of({ chain, tokens, signal }) {
      if (!service.networks.has(chain.id)) return new Map()
      const items = tokens.map(({ address, decimals }) => ({ chain, address, decimals }))
      const prices = await shared.of({ items, signal })
      const found = items.map((item) => [tokenKey(item), prices.get(keyOf(item))] as const)
      return new Map(
        found.flatMap(([key, price]) => (price === undefined ? [] : [[key, price]])),
      ) satisfies DeepPriceList
    },
  }
}

/** Of one network's tokens, those that were asked for, by their keys. */
async function ask(request: { service: PriceService; items: readonly Asked[]; signal: AbortSignal }) {
  const { service, items, signal } = request
  const chain = items[0]?.chain
  const network = chain && service.networks.get(chain.id)
  if (chain === undefined || network === undefined) return new Map<string, SaidPrice>()
  const own = nativeAddress(chain)
  const keys = [...new Set(items.map(tokenKey))]
  const coin = own !== null && keys.includes(own) ? network.coin : undefined
  const answers = await service.ask({ network, tokens: keys.filter((key) => key !== own), coin, signal })
  return new Map(
    answers.map((said) => [
      coin !== undefined && own !== null && said.key === coin ? own : keyIn({ chain, said }),
      said,
    ]),
  )
}

const keyIn = ({ chain, said }: { chain: Chain; said: SaidPrice }) => tokenKey({ chain, address: said.key })

function priceOf({ item, said, now }: { item: Asked; said: SaidPrice | undefined; now: number }): bigint | null {
  if (said?.at === undefined || (said.decimals !== undefined && said.decimals !== item.decimals)) return null
  const ageMs = now - said.at * 1_000
  if (ageMs > mostAgeMs || ageMs < -mostAheadMs) return null
  // The service's numbers are binary fractions already; their shortest text is what it wrote.
  const price = readUnits({ text: String(said.usd), decimals: priceDecimals })
  return price === null || price === 0n || price > mostDollars ? null : price
}
