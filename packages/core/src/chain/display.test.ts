import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, InvalidAmountError, parseAmount } from './amount.js'
import {
  displayBalance,
  displayQuantity,
  displaySmallAmount,
  displayUsd,
  shortenAddress,
  usdPrice,
  usdValue,
} from './display.js'

test('[S9.44] a balance has two decimals and is grouped as in en-US', () => {
  expect(displayBalance({ balance: '1234567.891' })).toBe('1,234,567.89')
  expect(displayBalance({ balance: '0' })).toBe('0.00')
  expect(displayBalance({ balance: '-0.000' })).toBe('0.00')
  expect(displayBalance({ balance: '999.995' })).toBe('1,000.00')
  expect(displayBalance({ balance: '-1234.5' })).toBe('-1,234.50')
  expect(displayBalance({ balance: { value: 1_284_500_000_000_000_000_000n, decimals: 18 } })).toBe('1,284.50')
})

test('what is something but less than is shown says so', () => {
  expect(displayBalance({ balance: '0.0099' })).toBe('<0.01')
  expect(displayBalance({ balance: `0.${'0'.repeat(300)}1` })).toBe('<0.01')
  expect(displayBalance({ balance: '-0.001' })).toBe('-<0.01')
  expect(displayQuantity({ quantity: { value: 1n, decimals: 18 }, symbol: 'ETH' })).toBe('<0.001 ETH')
  expect(displayQuantity({ quantity: '0.001' })).toBe('0.001')
})

test.each([
  ['9999999.9994', '9,999,999.999'],
  ['10000000', '10.00M'],
  ['-123456789.5', '-123.4M'],
  ['1999999999', '1.999B'],
  ['999999999999999.9', '999.9T'],
  ['1000000000000000', '>999.9T'],
  ['9'.repeat(78), '>999.9T'],
])('%s, which is long, is %s', (quantity, figure) => {
  expect(displayQuantity({ quantity })).toBe(figure)
})

test('[S9.44] rounding to the nearest doesn’t make a figure longer than it may be', () => {
  expect(displayBalance({ balance: '9999999.995' })).toBe('10.00M')
})

const units: Readonly<Record<string, number>> = { '': 0, M: 6, B: 9, T: 12 }

test('[F27] a figure of up to 78 digits is short, and says of the amount what is true', () => {
  const amount = fc.record({
    value: fc.integer({ min: 0, max: 259 }).chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) })),
    decimals: fc.integer({ min: 0, max: 36 }),
  })
  fc.assert(
    fc.property(amount, ({ value, decimals }) => {
      const figure = displayQuantity({ quantity: { value, decimals } })
      expect(figure).toBe(displayQuantity({ quantity: formatAmount({ value, decimals }) }))
      const [, sign, digits = '', unit = ''] = /^([<>]?)([\d,]+\.\d+)([MBT]?)$/.exec(figure) ?? []
      expect(figure.length).toBeLessThanOrEqual(13)
      // Both sides as whole numbers of 10^-40.
      const exact = value * 10n ** BigInt(40 - decimals)
      const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.')
      const places = 40 + (units[unit] ?? 0) - fraction.length
      const shown = BigInt(whole + fraction) * 10n ** BigInt(places)
      if (sign === '<') expect(exact > 0n && exact < shown).toBe(true)
      else expect(exact >= shown && (sign === '>' || exact < shown + 10n ** BigInt(places))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('[S9.44] groups exactly, as en-US does', () => {
  const grouping = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (cents) => {
      expect(displayBalance({ balance: { value: BigInt(cents), decimals: 2 } })).toBe(grouping.format(cents / 100))
    }),
  )
})

test('[S9.45] on test networks and unsupported ones a token balance shows 0.00', () => {
  expect(displayBalance({ balance: '1234.5', testnet: true })).toBe('0.00')
  expect(displayBalance({ balance: '1234.5', unsupported: true })).toBe('0.00')
  expect(displayBalance({ balance: '1234.5', testnet: false, unsupported: false })).toBe('1,234.50')
})

test('a quantity has three decimals, rounded down, and its symbol', () => {
  expect(displayQuantity({ quantity: { value: 0n, decimals: 18 }, symbol: 'ETH' })).toBe('0.000 ETH')
  expect(displayQuantity({ quantity: { value: 1_999_999_999_999_999_999n, decimals: 18 } })).toBe('1.999')
  expect(displayQuantity({ quantity: '10000', symbol: 'ETH' })).toBe('10,000.000 ETH')
  expect(displayQuantity({ quantity: { value: 5n, decimals: 0 } })).toBe('5.000')
})

test.each(['', 'abc', '1e21', '1,5', '.5', 'Infinity'])('%j is no number that can be shown', (text) => {
  expect(() => displayBalance({ balance: text })).toThrow(InvalidAmountError)
  expect(() => displayQuantity({ quantity: text })).toThrow(InvalidAmountError)
})

test('[S9.12] an amount that may be small has six decimals, rounded down; what is smaller says so', () => {
  const amounts = ['1.23456789', '0.0000009', '0', '12', '1.100000'].map((text) => parseAmount({ text, decimals: 18 }))
  expect(amounts.map(displaySmallAmount)).toEqual(['1.234567', '<0.000001', '0', '12', '1.1'])
})

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

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('[S9.43] an address is shortened to its first 4 and last 6 characters', () => {
  expect(shortenAddress({ address })).toBe('0xd8…A96045')
  expect(shortenAddress({ address, charsStart: 4, charsEnd: 4 })).toBe('0xd8…6045')
  expect(shortenAddress({ address, charsStart: 6, charsEnd: 0 })).toBe('0xd8dA…')
})

test('what shortening would not shorten stays whole', () => {
  expect(shortenAddress({ address: 'ada.foyer' })).toBe('ada.foyer')
  expect(shortenAddress({ address: '12345678901' })).toBe('12345678901')
  expect(shortenAddress({ address: '123456789012' })).toBe('1234…789012')
})
