import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, InvalidAmountError } from './amount.js'
import { displayBalance, displayQuantity } from './display.js'

test('[S9.44] a balance has two decimals and is grouped as in en-US', () => {
  expect(displayBalance({ balance: '1234567.891' })).toBe('1,234,567.89')
  expect(displayBalance({ balance: '0' })).toBe('0.00')
  expect(displayBalance({ balance: '999.995' })).toBe('1,000.00')
  expect(displayBalance({ balance: '0.0049999999' })).toBe('0.00')
  expect(displayBalance({ balance: '-1234.5' })).toBe('-1,234.50')
  expect(displayBalance({ balance: '-0.001' })).toBe('0.00')
  expect(displayBalance({ balance: { value: 1_284_500_000_000_000_000_000n, decimals: 18 } })).toBe('1,284.50')
})

test('[S9.44] groups any size exactly, beyond what a float holds', () => {
  const cents = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
  const grouping = new Intl.NumberFormat('en-US')
  fc.assert(
    fc.property(cents, (value) => {
      const [whole = '', fraction] = displayBalance({ balance: formatAmount({ value, decimals: 2 }) }).split('.')
      expect(BigInt(whole.replaceAll(',', '') + fraction)).toBe(value)
      expect(whole.replace('-', '')).toBe(grouping.format((value < 0n ? -value : value) / 100n))
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
