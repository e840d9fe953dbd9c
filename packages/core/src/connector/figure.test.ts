import { expect, test } from 'vitest'
import { formatAmount } from '../chain/amount.js'
import { figureOf, shownFee } from './figure.js'

test.each([
  [{ value: 123_456_789n, decimals: 5 }, 'en', '1,234.56', '789'],
  [{ value: 123_456_789n, decimals: 5 }, 'de', '1.234,56', '789'],
  [{ value: 150n, decimals: 2 }, 'en', '1.5', ''],
  [{ value: 5n, decimals: 0 }, 'en', '5', ''],
  // Of less than one the first digits say the least, so none of them is dimmer.
  [{ value: 123_456n, decimals: 8 }, 'en', '0.00123456', ''],
])('%o in %s stands as %s, and %s apart', (amount, locale, whole, rest) => {
  expect(figureOf({ amount, locale })).toEqual({ whole, rest })
})

test.each(['en', 'de', 'es', 'ar', 'zh'])('no digit is lost or added in %s', (locale) => {
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '')
  for (const value of [0n, 1n, 10n, 999n, 1_000n, 123_456_789n, 10n ** 21n + 1n, 10n ** 40n])
    for (const decimals of [0, 1, 2, 3, 6, 18, 30]) {
      const { whole, rest } = figureOf({ amount: { value, decimals }, locale })
      expect(digits(whole + rest)).toBe(digits(formatAmount({ value, decimals })))
      expect(rest).toMatch(/^\d*$/)
    }
})

test('a fee has two digits that say something, and is never more than is shown', () => {
  const fee = { value: 123_456_789n, decimals: 18 }
  expect(shownFee({ fee, symbol: 'ETH', locale: 'en' })).toEqual({ amount: '0.00000000013 ETH', worth: undefined })
  for (const value of [1n, 9n, 10n, 99n, 100n, 101n, 990n, 991n, 999n, 12_345n, 10n ** 24n - 1n]) {
    const [shown = ''] = shownFee({ fee: { value, decimals: 0 }, symbol: 'X', locale: 'en' }).amount.split(' ')
    const figure = BigInt(shown.replaceAll(',', '').replace('.00', ''))
    expect(String(figure).replace(/0+$/, '').length).toBeLessThanOrEqual(2)
    expect(figure).toBeGreaterThanOrEqual(value)
    // Nor more than a tenth above it.
    expect(figure * 10n).toBeLessThanOrEqual(value * 11n)
  }
})

test('a fee has its worth in dollars where a price is known; a price of 0 is none', () => {
  const fee = { value: 28n * 10n ** 12n, decimals: 18 }
  expect(shownFee({ fee, symbol: 'ETH', price: 3000, locale: 'en' })).toEqual({
    amount: '0.000028 ETH',
    worth: '$0.08',
  })
  expect(shownFee({ fee, symbol: 'ETH', price: 0, locale: 'en' }).worth).toBeUndefined()
  expect(shownFee({ fee, symbol: 'ETH', price: 0.001, locale: 'en' }).worth).toBe('<$0.01')
})

test('a symbol that would turn the line around is shown without what turns it', () => {
  const { amount } = shownFee({ fee: { value: 1n, decimals: 0 }, symbol: 'E\u202eTH', locale: 'en' })
  expect(amount).not.toContain('\u202e')
})
