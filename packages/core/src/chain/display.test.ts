import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arabic, chinese, english, german, pseudo, spanish } from '../catalogue/locales.js'
import { formatAmount, InvalidAmountError, parseAmount, typedAmount } from './amount.js'
import {
  decimalSeparator,
  displayBalance,
  displayExact,
  displayPercent,
  displayPrice,
  displayQuantity,
  displaySmallAmount,
  displayUsd,
  shortenAddress,
  usdPrice,
  usdValue,
} from './display.js'

const locale = 'en'

test('[S9.44] a balance has two decimals and is grouped as in en-US', () => {
  expect(displayBalance({ locale, balance: '1234567.891' })).toBe('1,234,567.89')
  expect(displayBalance({ locale, balance: '0' })).toBe('0.00')
  expect(displayBalance({ locale, balance: '-0.000' })).toBe('0.00')
  expect(displayBalance({ locale, balance: '999.995' })).toBe('1,000.00')
  expect(displayBalance({ locale, balance: '-1234.5' })).toBe('−1,234.50')
  expect(displayBalance({ locale, balance: { value: 1_284_500_000_000_000_000_000n, decimals: 18 } })).toBe('1,284.50')
})

test('what is something but less than is shown says so', () => {
  expect(displayBalance({ locale, balance: '0.0099' })).toBe('<0.01')
  expect(displayBalance({ locale, balance: `0.${'0'.repeat(300)}1` })).toBe('<0.01')
  expect(displayBalance({ locale, balance: '-0.001' })).toBe('−<0.01')
  expect(displayQuantity({ locale, quantity: { value: 1n, decimals: 18 }, symbol: 'ETH' })).toBe('<0.00000001 ETH')
  expect(displayQuantity({ locale, quantity: '0.001' })).toBe('0.001')
})

test.each([
  ['9999999.9994', '9,999,999.999'],
  ['10000000', '10.00M'],
  ['-123456789.5', '−123.4M'],
  ['1999999999', '1.999B'],
  ['999999999999999.9', '999.9T'],
  ['1000000000000000', '>999.9T'],
  ['9'.repeat(78), '>999.9T'],
])('%s, which is long, is %s', (quantity, figure) => {
  expect(displayQuantity({ quantity, locale })).toBe(figure)
})

test('[S9.44] rounding to the nearest doesn’t make a figure longer than it may be', () => {
  expect(displayBalance({ locale, balance: '9999999.995' })).toBe('10.00M')
})

describe('in the visitor’s language', () => {
  const ten = { value: 10n, decimals: 0 }
  const little = { value: 1_234_567n, decimals: 6 }
  const much = { value: 1_234_567_891n, decimals: 5 }

  test.each([
    [english, '10.000 ETH', '1.234', '12,345.678', '12,345.67891', '$12,345.68', '0.3%'],
    [german, '10,000 ETH', '1,234', '12.345,678', '12.345,67891', '12.345,68\u00a0$', '0,3\u00a0%'],
    [spanish, '10,000 ETH', '1,234', '12.345,678', '12.345,67891', '12.345,68\u00a0$', '0,3\u00a0%'],
    [chinese, '10.000 ETH', '1.234', '12,345.678', '12,345.67891', '$12,345.68', '0.3%'],
    [arabic, '10.000 ETH', '1.234', '12,345.678', '12,345.67891', '12,345.68\u00a0$', '0.3%'],
  ] as const)('$0.tag', ({ tag }, whole, shown, grouped, exact, usd, share) => {
    expect(displayQuantity({ quantity: ten, symbol: 'ETH', locale: tag })).toBe(whole)
    expect(displayQuantity({ quantity: little, locale: tag })).toBe(shown)
    expect(displayQuantity({ quantity: much, locale: tag })).toBe(grouped)
    expect(displayExact({ amount: much, locale: tag })).toBe(exact)
    expect(displayUsd({ amount: much, locale: tag })).toBe(usd)
    expect(displayPercent({ bps: 30, locale: tag })).toBe(share)
  })

  test('what is too little, too much or nothing is so in each', () => {
    expect(displayQuantity({ quantity: { value: 1n, decimals: 18 }, locale: 'de' })).toBe('<0,00000001')
    expect(displayQuantity({ quantity: '12345678', locale: 'de' })).toBe('12,34M')
    expect(displayUsd({ amount: { value: 1n, decimals: 18 }, locale: 'de' })).toBe('<0,01\u00a0$')
    expect(displayBalance({ balance: '7', locale: 'de', testnet: true })).toBe('0,00')
  })

  test('a tag that is none is read as English', () => {
    expect(displayQuantity({ quantity: much, locale: 'de_DE' })).toBe('12,345.678')
  })

  // de-CH groups by an apostrophe, fr by a narrow space.
  const tags = [...[english, german, spanish, chinese, arabic, pseudo].map(({ tag }) => tag), 'de-CH', 'fr', 'fa']

  test('[F27] what is displayed is what a field reads, in every language', () => {
    const amount = fc.record({
      value: fc.bigInt({ min: 0n, max: 2n ** 128n }),
      decimals: fc.integer({ min: 0, max: 36 }),
    })
    fc.assert(
      fc.property(amount, fc.constantFrom(...tags), (exact, tag) => {
        expect(typedAmount(displayExact({ amount: exact, locale: tag })), tag).toMatch(
          new RegExp(`^${formatAmount(exact).replace('.', '\\.')}(\\.?0+)?$`),
        )
        const short = displayQuantity({ quantity: exact, locale: tag })
        if (/[<>KMBT]/.test(short)) return
        // Cut off, and never more than there is.
        const english = displayQuantity({ quantity: exact, locale: 'en' })
        expect(typedAmount(short)).toBe(typedAmount(english))
        expect(short.endsWith(`${decimalSeparator(tag)}${english.split('.')[1]}`)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
})

test('of a small amount three digits are shown that aren’t leading zeros', () => {
  const of = (numeric: string) => displayQuantity({ quantity: numeric, locale })
  expect(['0.12345', '0.01239', '0.00012345', '0.00000123456', '0.05', '0.0001', '0.000000009'].map(of)).toEqual([
    '0.123',
    '0.0123',
    '0.000123',
    '0.00000123',
    '0.050',
    '0.0001',
    '<0.00000001',
  ])
  const price = (numeric: string) => displayPrice({ price: parseAmount({ text: numeric, decimals: 18 }), locale })
  expect(['2924.365', '0.25', '0.0123456', '0.000000001'].map(price)).toEqual([
    '$2,924.37',
    '$0.25',
    '$0.0123',
    '<$0.01',
  ])
})

const units: Readonly<Record<string, number>> = { '': 0, M: 6, B: 9, T: 12 }

test('[F27] a figure of up to 78 digits is short, and says of the amount what is true', () => {
  const amount = fc.record({
    value: fc.integer({ min: 0, max: 259 }).chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) })),
    decimals: fc.integer({ min: 0, max: 36 }),
  })
  fc.assert(
    fc.property(amount, ({ value, decimals }) => {
      const figure = displayQuantity({ locale, quantity: { value, decimals } })
      expect(figure).toBe(displayQuantity({ locale, quantity: formatAmount({ value, decimals }) }))
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
      expect(displayBalance({ locale, balance: { value: BigInt(cents), decimals: 2 } })).toBe(
        grouping.format(cents / 100).replace('-', '−'),
      )
    }),
  )
})

test('[S9.45] on test networks and unsupported ones a token balance shows 0.00', () => {
  expect(displayBalance({ locale, balance: '1234.5', testnet: true })).toBe('0.00')
  expect(displayBalance({ locale, balance: '1234.5', unsupported: true })).toBe('0.00')
  expect(displayBalance({ locale, balance: '1234.5', testnet: false, unsupported: false })).toBe('1,234.50')
})

test('a quantity has three decimals, rounded down, and its symbol', () => {
  expect(displayQuantity({ locale, quantity: { value: 0n, decimals: 18 }, symbol: 'ETH' })).toBe('0.000 ETH')
  expect(displayQuantity({ locale, quantity: { value: 1_999_999_999_999_999_999n, decimals: 18 } })).toBe('1.999')
  expect(displayQuantity({ locale, quantity: '10000', symbol: 'ETH' })).toBe('10,000.000 ETH')
  expect(displayQuantity({ locale, quantity: { value: 5n, decimals: 0 } })).toBe('5.000')
})

test.each(['', 'abc', '1e21', '1,5', '.5', 'Infinity'])('%j is no number that can be shown', (text) => {
  expect(() => displayBalance({ locale, balance: text })).toThrow(InvalidAmountError)
  expect(() => displayQuantity({ locale, quantity: text })).toThrow(InvalidAmountError)
})

test('[S9.12] an amount that may be small has six decimals, rounded down; what is smaller says so', () => {
  const amounts = ['1.23456789', '0.0000009', '0', '12', '1.100000'].map((text) => parseAmount({ text, decimals: 18 }))
  expect(amounts.map((amount) => displaySmallAmount({ amount, locale }))).toEqual([
    '1.234567',
    '0.0000009',
    '0',
    '12',
    '1.1',
  ])
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
  expect(value && displayUsd({ amount: value, locale })).toBe('$1,234.57')
  expect(value && formatAmount(value)).toBe('1234.567')
  expect(displayUsd({ amount: { value: 1n, decimals: 18 }, locale })).toBe('<$0.01')
  expect(displayUsd({ amount: { value: -15n, decimals: 1 }, locale })).toBe('−$1.50')
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
