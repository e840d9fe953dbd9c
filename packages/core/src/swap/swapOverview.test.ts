import { describe, expect, test } from 'vitest'
import { idleSwap, type SwapAsset, type SwapState, swapOverview } from './swapFigures.js'

const asset = (symbol: string, own: Partial<SwapAsset>): SwapAsset => ({
  ...{ symbol, name: symbol, logoUri: '', address: `eip155:1:0x${symbol}`, contract: `0x${symbol}` },
  ...{ decimals: 18, held: 10n ** 19n, price: 10n ** 18n },
  ...own,
})
const quote = { received: 1_000_000n, feeBps: 100, priceImpactBps: 1, target: 'eip155:1:0xf1', spender: null }
const state: SwapState = {
  ...idleSwap,
  phase: 'ready',
  // The coin doesn't come first, has decimals of its own, and is neither sold nor bought.
  tokens: [asset('USD', { decimals: 6 }), asset('FYR', {}), asset('COIN', { contract: undefined, decimals: 9 })],
  sourceToken: 'eip155:1:0xFYR',
  toToken: 'eip155:1:0xUSD',
  amount: '2',
  gasPrice: 2n,
  quoting: { status: 'ready', quote },
}
const coinless = state.tokens.filter(({ contract }) => contract !== undefined)

describe('[S3.15] what is shown', () => {
  test('[S9.11 S9.13] counts the network’s fee in its own coin, and the provider’s as the quote says', () => {
    const { figures } = swapOverview(state)
    expect(figures?.gasFee).toEqual({ value: 300_000n, decimals: 9 })
    expect(figures?.gasFeeValue).toEqual({ value: 3n * 10n ** 14n, decimals: 18 })
    expect(figures?.providerFee).toEqual({ value: 2n * 10n ** 16n, decimals: 18 })
  })

  test('on a network whose coin can’t be swapped, or whose gas isn’t known, the rest is shown all the same', () => {
    const { figures } = swapOverview({ ...state, tokens: coinless, gasPrice: undefined })
    expect(figures).toMatchObject({ gasFee: { value: 0n, decimals: 0 }, gasFeeValue: undefined })
    expect(figures?.minimum).toEqual({ value: 990_000n, decimals: 6 })
  })

  test.each<[string, Partial<SwapState>]>([
    ['what is sold', { sourceToken: undefined }],
    ['what is bought', { toToken: undefined }],
    ['an amount', { amount: '' }],
    ['a quote', { quoting: { status: 'asking' } }],
  ])('there are no figures without %s', (_, change) => {
    expect(swapOverview({ ...state, ...change }).figures).toBeUndefined()
  })

  test('[S4.14] it waits for a quote while one is asked for', () => {
    expect(swapOverview({ ...state, quoting: { status: 'asking' } }).isAsking).toBe(true)
    expect(swapOverview(state).isAsking).toBe(false)
  })
})
