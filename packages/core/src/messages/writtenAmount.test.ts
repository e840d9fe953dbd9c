import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writtenAmount } from './writtenAmount.js'

describe('an amount is written', () => {
  const write = (amount: string, way: 'up' | 'down' = 'up', locale = 'en') => writtenAmount(amount, { locale, way })

  test.each([
    ['1204.5 USDC', '1,204.50 USDC'],
    ['1.000000000000000001 ETH', '1.000001 ETH'],
    ['0.000000000000000001 ETH', '0.000000000000000001 ETH'],
    ['0.00000000123456 ETH', '0.0000000013 ETH'],
    ['0.9999999 ETH', '1 ETH'],
    ['5', '5'],
    ['Ape #12', 'Ape #12'],
    ['3 × Ape #12', '3 × Ape #12'],
    ['1.5 2 ETH', '1.5 2 ETH'],
    ['0x12', '0x12'],
  ])('%s as %s where it leaves', (amount, text) => expect(write(amount).text).toBe(text))

  test('in a language’s own figures, whole beside it', () => {
    expect(write('1204567.123456789 DUSD', 'down', 'de')).toEqual({
      text: '1.204.567,123456 DUSD',
      exact: '1.204.567,123456789 DUSD',
    })
  })

  test('never less than what leaves, never more than what comes, and no more than 6 decimals off', () => {
    const amount = fc.tuple(fc.bigInt(0n, 10n ** 30n), fc.bigInt(0n, 10n ** 18n - 1n))
    fc.assert(
      fc.property(amount, ([whole, fraction]) => {
        const digits = `${fraction}`.padStart(18, '0')
        const number = (text: string) => {
          const [before = '', after = ''] = text.replaceAll(',', '').split('.')
          return BigInt(`${before}${after.padEnd(18, '0')}`)
        }
        const value = whole * 10n ** 18n + fraction
        const [up, down] = [write(`${whole}.${digits}`, 'up'), write(`${whole}.${digits}`, 'down')]
        expect(number(up.exact)).toBe(value)
        expect(number(up.text) - value).toBeGreaterThanOrEqual(0n)
        expect(value - number(down.text)).toBeGreaterThanOrEqual(0n)
        expect(number(up.text) - number(down.text)).toBeLessThanOrEqual(10n ** 12n)
      }),
    )
  })
})
