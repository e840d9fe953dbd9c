import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { priceImpactBps } from '../candidatePaths.js'
import { type FeeTier, type TieredPool, waysByPools } from './waysByPools.js'

const addressAt = (n: number): Address => getAddress(`0x${String(n).padStart(40, '0')}`)
const [a, b, c, d] = [addressAt(1), addressAt(2), addressAt(3), addressAt(4)]

/** The first token is worth four of the second. */
const pool = (token0: Address, token1: Address, fee: FeeTier, liquidity: bigint): TieredPool => ({
  address: addressAt(Number(liquidity)),
  token0,
  token1,
  fee,
  liquidity,
  sqrtPriceX96: 2n * 2n ** 96n,
})

test('one hop by every pool, more by the deepest, and none where a pool is missing', () => {
  const pools = [
    pool(a, b, 500, 10n),
    pool(a, b, 3_000, 30n),
    pool(a, c, 100, 11n),
    pool(a, c, 500, 12n),
    pool(b, c, 500, 13n),
  ]
  const ways = waysByPools({ from: b, to: a, connectors: [c, d], pools })
  expect(ways.map(({ path, pools: hops }) => [path, hops.map(({ address }) => address)])).toEqual([
    [[b, a], [addressAt(30)]],
    [[b, a], [addressAt(10)]],
    [
      [b, c, a],
      [addressAt(13), addressAt(12)],
    ],
  ])
  expect(waysByPools({ from: a, to: d, connectors: [b, c], pools })).toEqual([])
})

test('a way is written as tokens with the fees between them, three bytes each', () => {
  const [way] = waysByPools({ from: a, to: c, connectors: [b], pools: [pool(a, b, 500, 10n), pool(b, c, 10_000, 20n)] })
  expect(way?.encoded).toBe(`${a}0001f4${b.slice(2)}002710${c.slice(2)}`.toLowerCase())
})

test('a pool’s price counts in the direction of the swap', () => {
  const pools = [pool(a, b, 500, 10n)]
  const [there] = waysByPools({ from: a, to: b, connectors: [], pools })
  const [back] = waysByPools({ from: b, to: a, connectors: [], pools })
  expect(priceImpactBps({ amountIn: 1_000n, amountOut: 4_000n, pools: there?.pools ?? [] })).toBe(0)
  expect(priceImpactBps({ amountIn: 1_000n, amountOut: 3_600n, pools: there?.pools ?? [] })).toBe(1_000)
  expect(priceImpactBps({ amountIn: 4_000n, amountOut: 900n, pools: back?.pools ?? [] })).toBe(1_000)
})
