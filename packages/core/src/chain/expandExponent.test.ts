import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandExponent, formatAmount, InvalidAmountError, parseAmount } from './amount.js'

test.each([
  ['1e-7', '0.0000001'],
  ['1.5e-7', '0.00000015'],
  ['1e+21', '1000000000000000000000'],
  ['1.25E1', '12.5'],
  ['0e0', '0'],
  ['-2.5e1', '-25'],
  ['12.50', '12.50'],
  ['7', '7'],
])('[F27] %s is %s', (text, written) => {
  expect(expandExponent(text)).toBe(written)
})

test.each([
  '',
  'e1',
  '1e',
  '1e1.5',
  '.5e1',
  '5.e1',
  'NaN',
  'Infinity',
  '1e101',
  '1e-9999',
  '0x1',
  '1 e1',
  '1'.repeat(257),
])('%s is refused', (text) => {
  expect(() => expandExponent(text)).toThrow(InvalidAmountError)
})

test('[F27] every number that JavaScript writes is the number that is read', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-30, max: 1e30 })
  fc.assert(
    fc.property(number, (value) => {
      expect(Number(expandExponent(String(value)))).toBe(value)
      expect(expandExponent(String(value))).toMatch(/^\d+(\.\d+)?$/)
    }),
    { numRuns: 2_000 },
  )
})

test('[F27] an amount written with any exponent is the same amount', () => {
  const parts = fc.record({ value: fc.bigInt({ min: 0n, max: 10n ** 40n }), shift: fc.integer({ min: 0, max: 36 }) })
  fc.assert(
    fc.property(parts, ({ value, shift }) => {
      const text = expandExponent(`${value}e-${shift}`)
      expect(parseAmount({ text, decimals: 36 }).value).toBe(value * 10n ** BigInt(36 - shift))
      expect(formatAmount(parseAmount({ text, decimals: 36 }))).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})
