import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defaultPaymentCurrencies, defaultPurchaseCurrencies, meldUrl, onrampFeePercent } from './onrampDefaults.js'
import { OnrampOptionsReply, OnrampQuoteBody, OnrampUrlBody } from './payments.js'

test('[S9.18] until the on-ramp names its limits, a card takes 10.00 to 7500.00 and a bank account 10.00 to 25000.00, in dollars and euros', () => {
  const limits = [
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
  ]
  expect(defaultPaymentCurrencies).toEqual([
    { id: 'USD', payment_method_limits: limits },
    { id: 'EUR', payment_method_limits: limits },
  ])
})

test('[S9.19] what is offered first until then is USD Coin on Ethereum and Polygon', () => {
  const [first] = defaultPurchaseCurrencies
  expect(first).toMatchObject({ name: 'USD Coin', symbol: 'USDC' })
  expect(first.networks.map(({ chain_id }) => chain_id)).toEqual(['1', '137'])
})

test('[S9.17] the fees that are shown are 1 to 2 per cent', () => {
  expect(onrampFeePercent).toEqual({ least: 1, most: 2 })
})

test('what is offered at first is well written', () => {
  const options = { purchaseCurrencies: defaultPurchaseCurrencies, paymentCurrencies: defaultPaymentCurrencies }
  expect(v.parse(OnrampOptionsReply, options)).toEqual(options)
})

test("[S9.20] Meld's link has the operator's key, the wallet, and SOL for Solana", () => {
  const url = new URL(meldUrl({ publicKey: 'WXEk', family: 'solana', walletAddress: '5eykt4Us' }))
  expect(url.origin).toBe('https://meldcrypto.com')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    publicKey: 'WXEk',
    destinationCurrencyCode: 'SOL',
    walletAddress: '5eykt4Us',
  })
})

test("[S9.20] Meld's link has USDC for every other family, and nothing gets in by an address", () => {
  fc.assert(
    fc.property(fc.constantFrom('eip155', 'bip122'), fc.string({ unit: 'grapheme' }), (family, walletAddress) => {
      const { searchParams } = new URL(meldUrl({ publicKey: 'k', family, walletAddress }))
      expect([...searchParams]).toEqual([
        ['publicKey', 'k'],
        ['destinationCurrencyCode', 'USDC'],
        ['walletAddress', walletAddress],
      ])
    }),
  )
})

const wallet = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', blockchains: ['ethereum'], assets: [] }

test('a call for a URL has a wallet, and amounts that are numbers or nothing', () => {
  const body = { destinationWallets: [wallet], partnerUserId: wallet.address, defaultExperience: 'buy' }
  expect(v.is(OnrampUrlBody, body)).toBe(true)
  expect(v.is(OnrampUrlBody, { ...body, presetCryptoAmount: 0.5, presetFiatAmount: null })).toBe(true)
  for (const wrong of [
    { destinationWallets: [] },
    { presetFiatAmount: -1 },
    { presetFiatAmount: '10' },
    { defaultExperience: 'sell' },
  ]) {
    expect(v.is(OnrampUrlBody, { ...body, ...wrong })).toBe(false)
  }
})

test('a call for a quote has the currencies whole', () => {
  const [purchaseCurrency] = defaultPurchaseCurrencies
  const [paymentCurrency] = defaultPaymentCurrencies
  const body = { purchaseCurrency, paymentCurrency, amount: '100', network: 'USDC' }
  expect(v.parse(OnrampQuoteBody, body)).toEqual(body)
  expect(v.is(OnrampQuoteBody, { ...body, purchaseCurrency: 'USDC' })).toBe(false)
  expect(v.is(OnrampQuoteBody, { ...body, amount: '1'.repeat(81) })).toBe(false)
})
