import { type StandIn, type StandInAnswer, startStandIn } from './standIn.js'

/** A price as the provider keeps it. */
export interface KnownCoin {
  readonly decimals?: number
  readonly symbol: string
  readonly price: number
  /** seconds since 1970 */
  readonly timestamp: number
  /** 0 to 1 */
  readonly confidence: number
}

/**
 * DefiLlama's `prices/current`: coins as `chain:address` or `coingecko:id`, with commas between; no key. Coins that it doesn't know
 * are left out.
 * @see https://api-docs.defillama.com/ under `coins`
 */
export function startDefillama({ coins }: { coins: Readonly<Record<string, KnownCoin>> }): Promise<StandIn> {
  const limited: StandInAnswer = { status: 429, body: { message: 'Too many requests' } }
  return startStandIn({
    refusals: { expired: { status: 403, body: { message: 'Forbidden' } }, limited },
    answer({ method, path, query }) {
      const said = /^\/prices\/current\/(.+)$/.exec(decodeURIComponent(path))?.[1]
      if (method !== 'GET' || said === undefined) return { status: 404, body: { message: 'Not Found' } }
      if (!/^\d+[mhdw]?$/i.test(query.get('searchWidth') ?? '6h')) {
        return { status: 400, body: { message: 'Invalid searchWidth' } }
      }
      const asked = said.split(',')
      if (asked.some((coin) => !/^[\w-]+:[\w-]+$/.test(coin))) return { status: 400, body: { message: 'Invalid coin' } }
      const found = asked.flatMap((coin) => {
        const known = Object.entries(coins).find(([key]) => key.toLowerCase() === coin.toLowerCase())
        return known === undefined ? [] : [[coin, known[1]] as const]
      })
      return { status: 200, body: { coins: Object.fromEntries(found) } }
    },
  })
}
