import { expect, test } from 'vitest'
import { costOf, feesAt, feesBeyond, isPassed } from './fees.js'

test('what is offered bears a base fee that doubles, and nothing is offered where the project pays less', () => {
  const prices = { baseFee: 10n, tip: 3n }
  expect(feesAt(prices, 23n)).toEqual({ maxFeePerGas: 23n, maxPriorityFeePerGas: 3n })
  expect(feesAt(prices, 1_000n)).toEqual({ maxFeePerGas: 23n, maxPriorityFeePerGas: 3n })
  expect(feesAt(prices, 22n)).toBeNull()
})

test('it is passed once the next block’s base fee, an eighth higher, may leave less than the tip', () => {
  const fees = { maxFeePerGas: 19n, maxPriorityFeePerGas: 1n }
  expect([15n, 16n, 17n].map((baseFee) => isPassed(fees, { baseFee }))).toEqual([false, false, true])
  expect(isPassed({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, { baseFee: 0n })).toBe(false)
})

test('a replacement offers an eighth more of both, also where the network has become cheaper; a dearer one sets what it takes', () => {
  const before = { maxFeePerGas: 80n, maxPriorityFeePerGas: 8n }
  const raised = { maxFeePerGas: 91n, maxPriorityFeePerGas: 10n }
  expect(feesBeyond(before, { baseFee: 1n, tip: 1n })).toEqual(raised)
  expect(feesBeyond(before, { baseFee: 0n, tip: 0n })).toEqual(raised)
  expect(feesBeyond(before, { baseFee: 100n, tip: 20n })).toEqual({ maxFeePerGas: 220n, maxPriorityFeePerGas: 20n })
  // Never a tip beyond the whole.
  expect(feesBeyond({ maxFeePerGas: 8n, maxPriorityFeePerGas: 8n }, { baseFee: 0n, tip: 9n })).toEqual({
    ...{ maxFeePerGas: 10n, maxPriorityFeePerGas: 10n },
  })
})

test('a cost is all of the gas at the whole fee, and twice what the chain below takes', () => {
  const fees = { maxFeePerGas: 7n, maxPriorityFeePerGas: 1n }
  expect(costOf({ gas: 10, fees, lowerFee: 4n })).toBe(78n)
})
