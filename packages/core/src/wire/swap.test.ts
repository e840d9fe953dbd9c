import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as wire from './index.js'

describe('the figures of a swap', () => {
  test('[S9.10] a slippage of 1 %', () => {
    expect(wire.swapSlippagePercent).toBe(1)
  })

  test('[S9.11] a fee of 0.85 %, in basis points: as an exact share and not as a number that is nearly it', () => {
    expect(wire.swapFeeBps / 10_000).toBe(0.0085)
    const fee = (amount: bigint) => (amount * BigInt(wire.swapFeeBps)) / 10_000n
    expect(fee(10n ** 30n)).toBe(85n * 10n ** 26n)
  })

  test('[S9.13] 150000 units of gas before it is known', () => {
    expect(wire.swapGasLimit).toBe(150_000)
  })

  test('[S9.15] 12 networks', () => {
    const ids = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554].map((id) => `eip155:${id}`)
    expect(wire.swapNetworks).toEqual(ids)
    expect(new Set(ids).size).toBe(12)
  })

  test('[S9.16] 27 tokens that are suggested', () => {
    const symbols =
      'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'
    expect(wire.suggestedSwapTokens).toEqual(symbols.split(' '))
    expect(wire.suggestedSwapTokens).toHaveLength(27)
  })

  test('the own coin has a placeholder in every family that swaps or holds', () => {
    expect(wire.nativeTokens).toMatchObject({
      eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      polkadot: '0x',
      bip122: '0x',
      cosmos: '0x',
    })
  })
})

describe('[S7.11] the body of a transaction', () => {
  const body = {
    amount: '1000000',
    eip155: { slippage: 1 },
    projectId: 'demo',
    from: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    to: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    userAddress: 'eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
    disableEstimate: true,
  }

  test('is taken as the original sends it, and without what may be left out', () => {
    expect(v.parse(wire.SwapTransactionBody, body)).toEqual(body)
    const { eip155: _, disableEstimate: __, ...least } = body
    expect(v.parse(wire.SwapTransactionBody, least)).toEqual(least)
  })

  test('[F27] has an amount that is a whole number of 256 bits above 0, whatever is sent', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 256n - 1n), (amount) => {
        expect(v.is(wire.SwapTransactionBody, { ...body, amount: String(amount) })).toBe(true)
        expect(v.is(wire.SwapTransactionBody, { ...body, amount: String(-amount) })).toBe(false)
        expect(v.is(wire.SwapTransactionBody, { ...body, amount: `0${amount}` })).toBe(false)
        expect(v.is(wire.SwapTransactionBody, { ...body, amount: String(amount + 2n ** 256n) })).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.anything()), (amount) => {
        const isAmount = typeof amount === 'string' && /^[1-9][0-9]*$/.test(amount)
        expect(v.is(wire.SwapTransactionBody, { ...body, amount })).toBe(isAmount)
      }),
    )
  })

  test.each([0, 0.01, 0.1, 0.29, 0.57, 1, 1.15, 33.33, 50])('takes a slippage of %s', (slippage) => {
    expect(v.is(wire.SwapTransactionBody, { ...body, eip155: { slippage } })).toBe(true)
  })

  test.each([-0.01, 50.01, 0.001, 100, Number.NaN, Number.POSITIVE_INFINITY, '1', null])(
    'takes no slippage of %s',
    (slippage) => {
      expect(v.is(wire.SwapTransactionBody, { ...body, eip155: { slippage } })).toBe(false)
    },
  )
})

test('[S7.6] a quote of another server, without our own fields, is one too; ours says what a swap shows', () => {
  const least = { id: null, fromAmount: '1', fromAccount: 'eip155:1:0xa', toAmount: '2', toAccount: 'eip155:1:0xb' }
  expect(v.parse(wire.SwapQuotesReply, { quotes: [least] })).toEqual({ quotes: [least] })
  const whole = { ...least, minAmount: '1', fee: { bps: 85, amount: '0' }, priceImpactBps: 30, spender: null }
  expect(v.parse(wire.SwapQuote, whole)).toEqual(whole)
})

test('[S3.16] a token has an address, a symbol, decimals and a logo', () => {
  const token = { name: 'Ether', symbol: 'ETH', address: 'eip155:1:0xeeee', decimals: 18, logoUri: '' }
  expect(v.parse(wire.SwapToken, token)).toEqual(token)
  for (const field of ['address', 'symbol', 'decimals', 'logoUri']) {
    expect(v.is(wire.SwapToken, { ...token, [field]: undefined })).toBe(false)
  }
})

test('[S7.12] an approval has from, data, value and a gas price', () => {
  const tx = {
    from: 'eip155:1:0xa',
    to: 'eip155:1:0xa',
    data: '0x095ea7b3',
    value: '0',
    eip155: { gas: 46000, gasPrice: '7' },
  }
  expect(v.parse(wire.ApprovalReply, { tx })).toEqual({ tx })
  expect(v.is(wire.ApprovalReply, { tx: { ...tx, data: '0x0' } })).toBe(false)
  expect(v.is(wire.ApprovalReply, { tx: { ...tx, value: '0.1' } })).toBe(false)
})
