import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneDollar } from './priceSource.js'
import { ratioAtTick, ratioOne } from './uniswapV3.js'
import { type Rate, widestPrices } from './widestPrices.js'

/** A pool in whole tokens of no decimals: so much of one, so much of the other. */
const pool = ([token, own]: [string, bigint], [against, other]: [string, bigint]): readonly Rate[] => [
  { token, against, numerator: other, denominator: own, depth: other, depthDecimals: 0 },
  { token: against, against: token, numerator: own, denominator: other, depth: own, depthDecimals: 0 },
]
const dollars = (amount: bigint) => amount * oneDollar
const found = (rates: readonly Rate[], minimum = 1_000n) => [
  ...widestPrices({ rates, stable: 'USD', minimumDepth: dollars(minimum) }),
]
const price = (rates: readonly Rate[], minimum?: bigint) =>
  Object.fromEntries(found(rates, minimum).map(([token, { price }]) => [token, price]))
const depth = (rates: readonly Rate[]) => Object.fromEntries(found(rates).map(([token, { depth }]) => [token, depth]))

describe('a price', () => {
  test('comes by the way that is the hardest to move', () => {
    const rates = [
      ...pool(['ETH', 1_000n], ['USD', 3_000_000n]),
      ...pool(['A', 10_000n], ['USD', 10_000n]), // 1 dollar, 10,000 deep
      ...pool(['A', 6_000n], ['ETH', 10n]), // 5 dollars, 30,000 deep
    ]
    expect(price(rates)).toEqual({ USD: dollars(1n), ETH: dollars(3_000n), A: dollars(5n) })
    // A way is as deep as its shallowest pool.
    const thinEther = [...pool(['ETH', 3n], ['USD', 9_000n]), ...rates.slice(2)]
    expect(price(thinEther)).toMatchObject({ ETH: dollars(3_000n), A: dollars(1n) })
  })

  test('is as deep as the shallowest pool on its way', () => {
    const rates = [...pool(['ETH', 1_000n], ['USD', 3_000_000n]), ...pool(['A', 6_000n], ['ETH', 10n])]
    expect(depth(rates)).toEqual({ USD: null, ETH: dollars(3_000_000n), A: dollars(30_000n) })
    const thinEther = [...pool(['ETH', 3n], ['USD', 9_000n]), ...rates.slice(2)]
    expect(depth(thinEther)).toEqual({ USD: null, ETH: dollars(9_000n), A: dollars(9_000n) })
  })

  test('is not taken from a pool that is too thin', () => {
    const rates = pool(['A', 100n], ['USD', 999n])
    expect(price(rates)).toEqual({ USD: dollars(1n) })
    expect(price(rates, 999n)).toEqual({ USD: dollars(1n), A: 9_990_000_000_000_000_000n })
  })

  test('is found over three pools, and no more', () => {
    const chain = (names: readonly string[]) =>
      names.slice(1).flatMap((name, index) => pool([name, 5_000n], [names[index] ?? '', 5_000n]))
    expect(Object.keys(price(chain(['USD', 'A', 'B', 'C', 'D'])))).toEqual(['USD', 'A', 'B', 'C'])
  })

  test('of the stable coin is one dollar, whatever pools say', () => {
    expect(price(pool(['USD', 1_000_000n], ['ETH', 1n])).USD).toBe(dollars(1n))
  })

  test('is never zero, and no pool makes reckoning fail', () => {
    const name = fc.constantFrom('USD', 'ETH', 'A', 'B')
    const amount = fc.bigInt({ min: 0n, max: 2n ** 112n - 1n })
    const pools = fc.array(fc.tuple(name, amount, name, amount).filter(([one, , other]) => one !== other))
    fc.assert(
      fc.property(pools, (all) => {
        const rates = all.flatMap(([one, own, other, others]) => pool([one, own], [other, others]))
        for (const each of Object.values(price(rates))) expect(each > 0n).toBe(true)
      }),
    )
  })
})

describe('the ratio of a tick', () => {
  test('is one at zero, and what powers of 1.0001 are', () => {
    expect(ratioAtTick(0n)).toBe(ratioOne)
    expect(ratioAtTick(1n)).toBe((ratioOne * 10_001n) / 10_000n)
    for (const tick of [-200_000n, -1n, 100n, 200_000n]) {
      const ratio = Number((ratioAtTick(tick) ?? 0n) >> 92n) / 2 ** 100
      expect(ratio / 1.0001 ** Number(tick)).toBeCloseTo(1, 9)
    }
  })

  test('[F27] rises with each tick, its inverse is that of the other side, and beyond the last tick is none', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -887_271n, max: 887_271n }), (tick) => {
        const ratio = ratioAtTick(tick) ?? expect.fail()
        expect((ratioAtTick(tick + 1n) ?? 0n) > ratio).toBe(true)
        const product = (ratio * (ratioAtTick(-tick) ?? 0n)) >> 192n
        const off = product > ratioOne ? product - ratioOne : ratioOne - product
        expect(off < ratioOne >> 40n).toBe(true)
      }),
      { numRuns: 200 },
    )
    expect(ratioAtTick(887_273n)).toBeNull()
    expect(ratioAtTick(-887_273n)).toBeNull()
  })
})
