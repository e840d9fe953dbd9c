import * as fc from 'fast-check'
import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { priceImpactBps } from './candidatePaths.js'
import { leastOf, type SwapRoute } from './venue.js'

const target: Address = zeroAddress
const route = ({ amountOut, isFixed = false }: { amountOut: bigint; isFixed?: boolean }): SwapRoute => ({
  amountOut,
  isFixed,
  fee: { bps: 0, amount: 0n },
  priceImpactBps: 0,
  gas: 0n,
  unseenGas: 0n,
  target,
  spender: null,
  call: () => ({ to: target, data: '0x', value: 0n }),
})

test('[F27] the least is never less than the slippage allows, never more than what is quoted, and never nothing', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 256n - 1n), fc.integer({ min: 0, max: 5_000 }), (amountOut, slippageBps) => {
      const least = leastOf({ route: route({ amountOut }), slippageBps })
      expect(least * 10_000n).toBeGreaterThanOrEqual(amountOut * BigInt(10_000 - slippageBps))
      expect((least - 1n) * 10_000n).toBeLessThan(amountOut * BigInt(10_000 - slippageBps))
      expect(least).toBeLessThanOrEqual(amountOut)
      expect(least).toBeGreaterThan(0n)
      expect(leastOf({ route: route({ amountOut, isFixed: true }), slippageBps })).toBe(amountOut)
    }),
    { numRuns: 1_000 },
  )
})

test('the price impact is what is lost against the pools’ own price, rounded up', () => {
  const address = zeroAddress
  const even = { address, reserveIn: 10n ** 18n, reserveOut: 10n ** 18n }
  const double = { address, reserveIn: 10n ** 6n, reserveOut: 2n * 10n ** 6n }
  expect(priceImpactBps({ amountIn: 1_000n, amountOut: 1_000n, pools: [even] })).toBe(0)
  expect(priceImpactBps({ amountIn: 1_000n, amountOut: 990n, pools: [even] })).toBe(100)
  expect(priceImpactBps({ amountIn: 1_000n, amountOut: 1_980n, pools: [even, double] })).toBe(100)
  expect(priceImpactBps({ amountIn: 1_000_000n, amountOut: 989_999n, pools: [even] })).toBe(101)
  expect(priceImpactBps({ amountIn: 1_000n, amountOut: 0n, pools: [even] })).toBe(10_000)
  // Pools that changed in between.
  expect(priceImpactBps({ amountIn: 1_000n, amountOut: 1_001n, pools: [even] })).toBe(0)
})
