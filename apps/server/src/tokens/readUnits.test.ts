import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readUnits } from './readUnits.js'

describe('a decimal number', () => {
  test.each([
    ['3200.5', 3_200_500_000n],
    ['1e-7', 0n],
    ['1e-6', 1n],
    ['1.5E+3', 1_500_000_000n],
    ['0.0000019', 1n],
  ])('%s', (text, expected) => expect(readUnits({ text, decimals: 6 })).toBe(expected))

  test.each(['', 'NaN', 'Infinity', '1e9999', '0x10', '1,5', '.5', '1.', ' 1', '-2'])('is not %j', (text) => {
    expect(readUnits({ text, decimals: 6 })).toBeNull()
  })

  test('[F27] comes back from 100,000 amounts of 0 to 36 decimals as it went in', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
        const digits = value.toString().padStart(decimals + 1, '0')
        const split = digits.length - decimals
        const text = decimals === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`
        return (
          readUnits({ text, decimals }) === value && readUnits({ text: `${value}e-${decimals}`, decimals }) === value
        )
      }),
      { numRuns: 100_000 },
    )
  })
})
