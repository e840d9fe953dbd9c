import type { Clock } from '@foyer/service/clock'
import { type KnownPrice, type StandIn, startCoingecko, startDefillama } from '@foyer/stack'
import { createPriceSources } from '../createPriceSources.js'
import type { PriceSource } from '../priceSource.js'

export type ServiceName = 'coingecko' | 'defillama'

/** By address in lower case, and by the coin's id. */
export interface KnownPrices {
  readonly tokens: Readonly<Record<string, KnownPrice>>
  readonly coins: Readonly<Record<string, KnownPrice>>
}

/** A price service of the stack, as a source of prices of a network that it calls `local`, with its own coin `ether`. */
export interface OpenService {
  readonly source: PriceSource
  readonly provider: StandIn
  /** The shortest of the waits is over. */
  expire(): void
  pass(ms: number): void
}

export const freshPrice = (usd: number): KnownPrice => ({ usd, at: Math.floor(Date.now() / 1_000) })

export async function openService(name: ServiceName, known: KnownPrices): Promise<OpenService> {
  const provider = await start[name](known)
  return { ...serviceSource({ name, url: provider.url }), provider }
}

const start: Readonly<Record<ServiceName, (known: KnownPrices) => Promise<StandIn>>> = {
  coingecko: ({ tokens, coins }) => startCoingecko({ apiKey: 'planted', tokens: { local: tokens }, coins }),
  defillama: ({ tokens, coins }) => {
    const listed = ([key, { usd, at }]: [string, KnownPrice]) =>
      [key, { symbol: 'X', price: usd, timestamp: at, confidence: 0.99 }] as const
    const named = Object.entries(tokens).map(([key, price]) => listed([`local:${key}`, price]))
    const ofCoins = Object.entries(coins).map(([key, price]) => listed([`coingecko:${key}`, price]))
    return startDefillama({ coins: Object.fromEntries([...named, ...ofCoins]) })
  },
}

export function serviceSource({
  name,
  url,
  apiKey = 'planted',
}: {
  name: ServiceName
  url: string
  apiKey?: string
}): Omit<OpenService, 'provider'> {
  const { clock, ...time } = createServiceClock()
  const networks = { 'eip155:31337': { coingecko: 'local', defillama: 'local', coin: 'ether' } }
  const [source] = createPriceSources({
    config: {
      order: [name],
      coingecko: { url, apiKey, plan: 'demo', networks },
      defillama: { url, networks },
    },
    clock,
    random: () => 0.5,
  })
  if (source === undefined) throw new Error('There is no source.')
  return { ...time, source }
}

/** The machine's time; short waits are over at once, long ones when a test says so. */
function createServiceClock() {
  const deadlines = new Map<() => void, number>()
  let ahead = 0
  const clock: Clock = {
    now: () => Date.now() + ahead,
    setTimeout: (callback, ms) => {
      if (ms < 2_000) setImmediate(callback)
      else deadlines.set(callback, ms)
      return () => deadlines.delete(callback)
    },
  }
  const expire = () => {
    const [first] = [...deadlines].sort(([, one], [, other]) => one - other)
    first?.[0]()
  }
  const pass = (ms: number) => {
    ahead += ms
  }
  return { clock, expire, pass }
}
