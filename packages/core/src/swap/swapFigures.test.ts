import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount } from '../chain/amount.js'
import { usdDecimals } from '../chain/display.js'
import { swapGasLimit } from '../wire/swap.js'
import { type SwapFiguresParameters, swapFigures, typedSlippage } from './swapFigures.js'

const amount = (text: string, decimals = 18) => parseAmount({ text, decimals })
const usd = (text: string) => parseAmount({ text, decimals: usdDecimals }).value

const swap = (own: Partial<SwapFiguresParameters> = {}): SwapFiguresParameters => ({
  source: { amount: amount('2'), price: usd('3000') },
  to: { amount: amount('5940', 6), price: usd('1') },
  held: amount('10'),
  gasPrice: 20_000_000_000n,
  gasLimit: BigInt(swapGasLimit),
  native: { decimals: 18, price: usd('3000') },
  ...own,
})

describe('the figures', () => {
  test('[S3.15 S9.13] worths, gas in coins and in dollars, the impact on the price', () => {
    const figures = swapFigures(swap())
    expect(figures.sourceValue && formatAmount(figures.sourceValue)).toBe('6000')
    expect(figures.toValue && formatAmount(figures.toValue)).toBe('5940')
    expect(formatAmount(figures.gasFee)).toBe('0.003')
    expect(figures.gasFeeValue && formatAmount(figures.gasFeeValue)).toBe('9')
    expect(figures.priceImpactBps).toBe(100)
    expect(figures.inputError).toBeUndefined()
  })

  test('[S9.10] the slippage is one percent unless said', () => {
    const { maxSlippage, minimum } = swapFigures(swap())
    expect([formatAmount(maxSlippage), formatAmount(minimum)]).toEqual(['59.4', '5880.6'])
    expect(formatAmount(swapFigures(swap({ slippagePercent: 0.5 })).maxSlippage)).toBe('29.7')
  })

  test('[S9.11] the provider’s fee is 0.85 percent of what is sold, or what its quote says', () => {
    expect(formatAmount(swapFigures(swap()).providerFee)).toBe('0.017')
    expect(formatAmount(swapFigures(swap({ feeBps: 0 })).providerFee)).toBe('0')
  })

  test('[S9.14] on Solana the gas is in lamports, a thousand millionth', () => {
    const { gasFee } = swapFigures(swap({ gasPrice: 1n, gasLimit: 5_000n, native: { decimals: 9 } }))
    expect(formatAmount(gasFee)).toBe('0.000005')
  })

  test('what has no price is worth nothing that could be shown', () => {
    const figures = swapFigures(swap({ to: { amount: amount('5940', 6) }, native: { decimals: 18 } }))
    expect([figures.toValue, figures.priceImpactBps, figures.gasFeeValue]).toEqual([undefined, undefined, undefined])
  })

  test('more than there is, and nothing at all, say so', () => {
    expect(swapFigures(swap({ held: amount('1.999999999999999999') })).inputError).toBe('insufficientBalance')
    expect(swapFigures(swap({ held: amount('2') })).inputError).toBeUndefined()
    expect(swapFigures(swap({ to: { amount: amount('0', 6) } })).inputError).toBe('incorrectAmount')
    expect(swapFigures(swap({ source: { amount: amount('0') } })).inputError).toBe('incorrectAmount')
  })

  test('[F27] a part of a unit that is taken is a whole one, and none that is promised', () => {
    const of = (got: bigint, sold: bigint) => {
      const { maxSlippage, minimum, providerFee } = swapFigures(
        swap({ to: { amount: { value: got, decimals: 6 } }, source: { amount: { value: sold, decimals: 6 } } }),
      )
      return [maxSlippage, minimum, providerFee].map(({ value, decimals }) => [value, decimals])
    }
    expect(of(100n, 20_000n)).toEqual([
      [1n, 6],
      [99n, 6],
      [170n, 6],
    ])
    expect(of(101n, 20_001n)).toEqual([
      [2n, 6],
      [99n, 6],
      [171n, 6],
    ])
    expect(of(1n, 1n)).toEqual([
      [1n, 6],
      [0n, 6],
      [1n, 6],
    ])
  })

  test('[S9.12] the impact is of what is given; more than that is got is negative, and of nothing there is none', () => {
    const impact = (got: string, price = '3000') =>
      swapFigures(
        swap({ source: { amount: amount('2'), price: usd(price) }, to: { amount: amount(got, 6), price: usd('1') } }),
      ).priceImpactBps
    expect([impact('3000'), impact('6000'), impact('6600'), impact('1', '0')]).toEqual([5_000, 0, -1_000, undefined])
    expect(swapFigures(swap({ source: { amount: amount('2') } })).priceImpactBps).toBeUndefined()
  })

  test('[S9.13] what the network is expected to take counts before the usual gas', () => {
    expect(formatAmount(swapFigures(swap({ fee: 10n ** 15n })).gasFee)).toBe('0.001')
    expect(formatAmount(swapFigures(swap({ fee: 0n })).gasFee)).toBe('0')
  })

  test('what is held in finer units counts to the amount’s own', () => {
    const coarse = { source: { amount: amount('2', 2) } }
    expect(swapFigures(swap({ ...coarse, held: amount('1.999') })).inputError).toBe('insufficientBalance')
    expect(swapFigures(swap({ ...coarse, held: amount('2.001') })).inputError).toBeUndefined()
  })

  test('[F27] what is taken is never rounded down, what is promised never up', () => {
    const value = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
    const decimals = fc.integer({ min: 0, max: 36 })
    fc.assert(
      fc.property(value, value, decimals, fc.integer({ min: 0, max: 10_000 }), (sold, got, places, feeBps) => {
        const source = { amount: { value: sold, decimals: places } }
        const to = { amount: { value: got, decimals: places } }
        const figures = swapFigures(swap({ source, to, feeBps }))
        expect(figures.providerFee.value * 10_000n).toBeGreaterThanOrEqual(sold * BigInt(feeBps))
        expect(figures.minimum.value * 100n).toBeLessThanOrEqual(got * 99n)
        expect(figures.minimum.value + figures.maxSlippage.value).toBe(got)
      }),
    )
  })
})

test('a slippage is taken from 0.1 to 10 percent, with two decimals at most', () => {
  const taken = ['0.1', '10', '10.00', '1', '0,75', '.5', ' 2 '].map(typedSlippage)
  expect(taken).toEqual([10, 1_000, 1_000, 100, 75, 50, 200])
})

test.each(['', '.', '0', '0.09', '10.01', '11', '-1', '0.125', '1e0', 'x', '1%', '99999999999999999999'])(
  'it is not %s',
  (text) => expect(typedSlippage(text)).toBeUndefined(),
)
