import { bitcoin, mainnet } from '@foyer/core/networks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePaymentLink, paymentUri } from './payment.js'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const coin = { type: 'coin' } as const
const wanted = { address, network: bitcoin, asset: coin }

test('asks for a payment in capitals, with the amount in whole bitcoin', () => {
  expect(paymentUri(wanted)).toBe(`BITCOIN:${address.toUpperCase()}`)
  expect(paymentUri({ ...wanted, amount: 123_456_789n })).toBe(`BITCOIN:${address.toUpperCase()}?amount=1.23456789`)
  expect(paymentUri({ ...wanted, amount: 1n })).toBe(`BITCOIN:${address.toUpperCase()}?amount=0.00000001`)
  expect(paymentUri({ ...wanted, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).toBe(
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  )
})

test('asks for nothing that can’t be paid', () => {
  expect(paymentUri({ ...wanted, amount: 0n })).toBeUndefined()
  expect(paymentUri({ ...wanted, amount: 21_000_000n * 10n ** 8n })).toBe(
    `BITCOIN:${address.toUpperCase()}?amount=21000000`,
  )
  const nested = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'
  expect(paymentUri({ ...wanted, address: nested })).toBe(`bitcoin:${nested}`)
  expect(paymentUri({ ...wanted, asset: { type: 'token', address: 'rune' } })).toBeUndefined()
  expect(paymentUri({ ...wanted, amount: 21_000_000n * 10n ** 8n + 1n })).toBeUndefined()
  expect(paymentUri({ ...wanted, network: mainnet })).toBeUndefined()
  expect(paymentUri({ ...wanted, address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' })).toBeUndefined()
})

test('reads what BIP-21 lets a link say', () => {
  const { caipNetworkId: networkId } = bitcoin
  const to = address
  expect(parsePaymentLink(`bitcoin:${address}?amount=20.3&label=Luke-Jr`)).toEqual({
    to,
    networkId,
    asset: coin,
    amount: 2_030_000_000n,
  })
  expect(parsePaymentLink(`bitcoin:${address}?somethingyoudontunderstand=50`)).toEqual({
    to,
    networkId,
    asset: coin,
    amount: undefined,
  })
  for (const [query, amount] of [
    ['amount=21000000', 2_100_000_000_000_000n],
    ['AMOUNT=1', 100_000_000n],
    ['x-req-y=1', undefined],
    [`label=${'x'.repeat(2_048 - 15 - address.length)}`, undefined],
  ] as const)
    expect(parsePaymentLink(`BITCOIN:${address}?${query}`)).toEqual({ to, networkId, asset: coin, amount })
  expect(parsePaymentLink('bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toMatchObject({ networkId: undefined })
})

test.each([
  `bitcoin:${address}?req-somethingyoudontunderstand=50`,
  `bitcoin:${address}?amount=50000000000`,
  `bitcoin:${address}?amount=1e3`,
  `bitcoin:${address}?amount=0`,
  `bitcoin:${address}?amount=0.000000001`,
  `bitcoin:${address}?amount=1&amount=2`,
  `bitcoin:${address}?amount=21000000.00000001`,
  `bitcoin:${address}?amount=1.`,
  `bitcoin:${address}?amount=x1`,
  `bitcoin:${address}?amount=1#x`,
  `bitcoin:${address}?label=${'x'.repeat(2_049 - 15 - address.length)}`,
  `pay bitcoin:${address}`,
  'bitcoin:?lightning=lnbc1',
  'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  address,
])('%s is no link that a form can show', (text) => expect(parsePaymentLink(text)).toBeUndefined())

test('[F27] every amount comes back to the satoshi', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 21_000_000n * 10n ** 8n }), (amount) => {
      expect(parsePaymentLink(paymentUri({ ...wanted, amount }) ?? '')).toMatchObject({ to: address, amount })
    }),
  )
})
