import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount } from './amount.js'
import { displayUsd, usdPrice, usdValue } from './display.js'

describe('a price', () => {
  test.each([
    [3000.5, 3_000_500_000_000_000_000_000n],
    [1e-7, 100_000_000_000n],
    [1e-19, 0n],
    [0, 0n],
    [1e21, 10n ** 39n],
  ])('%d dollars, exactly', (price, value) => expect(usdPrice(price)).toBe(value))

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, undefined, 1e300])('%s is none', (price) =>
    expect(usdPrice(price)).toBeUndefined(),
  )

  test('[F27] is never more than JSON says, over all numbers', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e20, noNaN: true }), (price) => {
        const exact = usdPrice(price) ?? -1n
        expect(Number(formatAmount({ value: exact, decimals: 18 }))).toBeLessThanOrEqual(price)
        expect(price - Number(formatAmount({ value: exact, decimals: 18 }))).toBeLessThan(1e-17)
      }),
    )
  })
})

test('[S9.44] what an amount is worth, rounded down, shown with two decimals', () => {
  const value = usdValue({ amount: { value: 1_234_567n, decimals: 6 }, price: 1000 })
  expect(value && displayUsd(value)).toBe('$1,234.57')
  expect(value && formatAmount(value)).toBe('1234.567')
  expect(displayUsd({ value: 1n, decimals: 18 })).toBe('<$0.01')
  expect(displayUsd({ value: -15n, decimals: 1 })).toBe('-$1.50')
  expect(usdValue({ amount: { value: 1n, decimals: 36 }, price: 0.5 })?.value).toBe(0n)
  expect(usdValue({ amount: { value: 1n, decimals: 6 }, price: undefined })).toBeUndefined()
})
