import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  expandExponent,
  formatAmount,
  InvalidAmountError,
  parseAmount,
  readTypedAmount,
  roundDown,
  typedAmount,
} from './amount.js'

const amount = fc.record({
  value: fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
  decimals: fc.integer({ min: 0, max: 36 }),
})

test('is read and written exactly', () => {
  expect(parseAmount({ text: '1.5', decimals: 18 })).toEqual({ value: 1_500_000_000_000_000_000n, decimals: 18 })
  expect(parseAmount({ text: '007.10', decimals: 1 })).toEqual({ value: 71n, decimals: 1 })
  expect(parseAmount({ text: '0', decimals: 0 })).toEqual({ value: 0n, decimals: 0 })
  expect(formatAmount({ value: 1n, decimals: 18 })).toBe('0.000000000000000001')
  expect(formatAmount({ value: 100n, decimals: 0 })).toBe('100')
  expect(formatAmount({ value: -1_050n, decimals: 3 })).toBe('-1.05')
  expect(formatAmount({ value: 9_007_199_254_740_993n, decimals: 2 })).toBe('90071992547409.93')
})

test('[F27] an amount as it is typed is read exactly, and what no coin can hold is none', () => {
  expect(readTypedAmount({ text: '1 234,50', decimals: 2 })).toEqual({ value: 123_450n, decimals: 2 })
  expect(readTypedAmount({ text: '0.500', decimals: 1 })).toEqual({ value: 5n, decimals: 1 })
  for (const text of ['', 'a', '1.001', '1,2.3,4', `.${'1'.repeat(255)}`])
    expect(readTypedAmount({ text, decimals: 2 })).toBeUndefined()
  expect(readTypedAmount({ text: `.${'1'.repeat(255)}`, decimals: 255 })).toBeUndefined()
})

test.each([
  ['', 'notation'],
  ['.5', 'notation'],
  ['5.', 'notation'],
  ['1e3', 'notation'],
  ['1,000', 'notation'],
  ['1.2.3', 'notation'],
  ['+1', 'notation'],
  [' 1', 'notation'],
  ['1\n', 'notation'],
  ['0x1f', 'notation'],
  ['١', 'notation'],
  ['NaN', 'notation'],
  ['-1', 'sign'],
  ['1.234', 'precision'],
  ['1'.repeat(257), 'length'],
])('%j is refused for its %s', (text, fault) => {
  expect(() => parseAmount({ text, decimals: 2 })).toThrow(
    expect.objectContaining({ code: 'invalid_amount', facts: { fault } }),
  )
})

test('a minus is taken only where it is wanted; zeros beyond the decimals say nothing and are borne', () => {
  expect(parseAmount({ text: '-1.50', decimals: 1, signed: true })).toEqual({ value: -15n, decimals: 1 })
  expect(parseAmount({ text: '1.2300', decimals: 2 }).value).toBe(123n)
})

test.each([-1, 1.5, 256, Number.NaN])('%s decimals are refused', (decimals) => {
  expect(() => parseAmount({ text: '1', decimals })).toThrow(InvalidAmountError)
  expect(() => formatAmount({ value: 1n, decimals })).toThrow(InvalidAmountError)
  expect(() => roundDown({ amount: { value: 1n, decimals: 1 }, decimals })).toThrow(InvalidAmountError)
})

test('[F27] 100,000 amounts with 0 to 36 decimals come back as they went in', () => {
  const cases = 100_000
  let right = 0
  fc.assert(
    fc.property(amount, ({ value, decimals }) => {
      const back = parseAmount({ text: formatAmount({ value, decimals }), decimals, signed: true })
      const same = back.value === value && back.decimals === decimals
      if (same) right += 1
      return same
    }),
    { numRuns: cases },
  )
  expect(right).toBe(cases)
})

test('rounding down goes towards zero and never makes more of it', () => {
  expect(roundDown({ amount: { value: 1_999n, decimals: 3 }, decimals: 1 })).toEqual({ value: 19n, decimals: 1 })
  expect(roundDown({ amount: { value: -1_999n, decimals: 3 }, decimals: 0 })).toEqual({ value: -1n, decimals: 0 })
  expect(roundDown({ amount: { value: 19n, decimals: 1 }, decimals: 3 })).toEqual({ value: 1_900n, decimals: 3 })
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 36 }), (exact, decimals) => {
      const { value } = roundDown({ amount: exact, decimals })
      const magnitude = (number: bigint) => (number < 0n ? -number : number)
      expect(magnitude(value) * 10n ** BigInt(exact.decimals) <= magnitude(exact.value) * 10n ** BigInt(decimals)).toBe(
        true,
      )
    }),
  )
})

describe('an amount as it is typed or pasted', () => {
  test.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1 234,5', '1234.5'],
    ['1\u202f234,50', '1234.50'],
    ['1’234.5', '1234.5'],
    ['1,234.50', '1234.50'],
    ['1.234,5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567,8', '1234567.8'],
    ['  12  ', '12'],
    ['007', '007'],
  ])('%s is %s', (text, amount) => expect(typedAmount(text)).toBe(amount))

  test.each([
    '',
    '.',
    ',',
    '-1',
    '+1',
    '1e5',
    '0x10',
    'abc',
    '1,23,4.5',
    '12,34,567',
    '1.2.3',
    '1,2.3,4',
    '1'.repeat(257),
  ])('%s is none', (text) => expect(typedAmount(text)).toBeUndefined())

  test('[F27] what an amount is written as comes back, with either sign and grouped or not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
        const plain = formatAmount({ value, decimals })
        expect(typedAmount(plain)).toBe(plain)
        const [whole = '', fraction] = plain.split('.')
        if (fraction === undefined) return
        expect(typedAmount(plain.replace('.', ','))).toBe(plain)
        expect(typedAmount(`${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`)).toBe(plain)
      }),
    )
  })
})

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
