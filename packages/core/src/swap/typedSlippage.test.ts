import { expect, test } from 'vitest'
import { typedSlippage } from './swapFigures.js'

test('[S9.10] a slippage is taken from 0.1 to 10 percent, with two decimals at most', () => {
  const taken = ['0.1', '10', '10.00', '1', '0,75', '.5', ' 2 '].map(typedSlippage)
  expect(taken).toEqual([10, 1_000, 1_000, 100, 75, 50, 200])
})

test.each(['', '.', '0', '0.09', '10.01', '11', '-1', '0.125', '1e0', 'x', '1%', '99999999999999999999'])(
  'it is not %s',
  (text) => expect(typedSlippage(text)).toBeUndefined(),
)
