import type { Pooled } from '@foyer/core/words'
import type { Worths } from './worths.js'

/** Whoever moves a pool's price to the market's takes the difference from what lies in it: a fifth is far too much. */
const leastKept = 0.8

/**
 * Judges the price at which something is put into a pool, by what is left of its worth once others have moved that price to the market's. Whoever has it put in
 * chooses the pool, which may be new: where nothing prices one of its tokens, all that is put in may be lost.
 */
export function judgedPool({ units, amounts, ticks }: Pooled, worths: Worths): 'fair' | 'far' | 'unknown' {
  const prices = units.map((unit) => {
    const usd = unit && worths.get(unit)?.usd
    return usd === undefined || usd === 0n || !unit ? undefined : Number(usd) / Number(unit.amount)
  })
  const [first, second] = prices
  if (first !== undefined && second !== undefined) {
    const least = Math.min(...amounts.map((each) => kept({ amounts: each, prices: [first, second], ticks })))
    return least < leastKept ? 'far' : 'fair'
  }
  return 'unknown'
}

interface Put {
  readonly amounts: readonly [bigint, bigint]
  /** Of the smallest unit of each, in whatever both are counted. */
  readonly prices: readonly [number, number]
  readonly ticks: Pooled['ticks']
}

/** Returns the part of what is put in that is left at the market's price: of liquidity between the roots of two prices, as pools of constant product have it. */
function kept({ amounts, prices: [first, second], ticks }: Put): number {
  const [x, y] = [Number(amounts[0]), Number(amounts[1])]
  const put = x * first + y * second
  if (put === 0) return 1
  const [low, high] = (ticks ?? [-mostTick, mostTick]).map(rootAt)
  if (low === undefined || high === undefined || !(low < high)) return 0
  const market = Math.min(Math.max(Math.sqrt(first / second), low), high)
  const liquidity = liquidityOf({ x, y, low, high })
  return (liquidity * ((1 / market - 1 / high) * first + (market - low) * second)) / put
}

/** No pool has a price beyond. */
const mostTick = 887_272

const rootAt = (tick: number): number => 1.0001 ** (Math.min(Math.max(tick, -mostTick), mostTick) / 2)

/** Both amounts say at which price they are put in: the only one at which they are of as much liquidity. */
function liquidityOf({ x, y, low, high }: Readonly<Record<'x' | 'y' | 'low' | 'high', number>>): number {
  if (y === 0) return (x * low * high) / (high - low)
  if (x === 0) return y / (high - low)
  let [from, to] = [Math.log(low), Math.log(high)]
  for (let round = 0; round < 200; round += 1) {
    const [middle, root] = [(from + to) / 2, Math.exp((from + to) / 2)]
    if (x / (1 / root - 1 / high) < y / (root - low)) from = middle
    else to = middle
  }
  return y / (Math.exp(to) - low)
}
