import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPaymentCurrencies, defaultPurchaseCurrencies } from '../wire/onrampDefaults.js'
import {
  chosenCurrencies,
  defaultOffer,
  type OnrampOffer,
  offerOf,
  paymentRange,
  providersFor,
  readPayment,
} from './offer.js'

const none = { purchaseCurrency: undefined, paymentCurrency: undefined }
const [usdc, eth] = defaultPurchaseCurrencies
const meld = { id: 'meld', name: 'Meld.io', families: ['eip155', 'solana'], feePercent: '2' }

test('[S3.18 S3.19 S9.18 S9.19] until the server has answered, USD Coin is offered for dollars within the fallback limits, and nobody sells yet', () => {
  const { purchase, network, payment } = chosenCurrencies({
    offer: defaultOffer,
    choice: none,
    networkId: 'eip155:137',
  })
  expect(purchase?.symbol).toBe('USDC')
  expect(network?.chain_id).toBe('137')
  expect(payment?.id).toBe('USD')
  expect(payment && paymentRange(payment)).toEqual({ least: '10', most: '25000' })
  expect(defaultOffer.providers).toEqual([])
})

test('what is offered first is what the active network has', () => {
  const offer: OnrampOffer = {
    ...defaultOffer,
    purchaseCurrencies: [{ ...usdc, networks: usdc.networks.slice(1) }, eth],
  }
  expect(chosenCurrencies({ offer, choice: none, networkId: 'eip155:1' }).purchase).toBe(eth)
  expect(chosenCurrencies({ offer, choice: none, networkId: 'eip155:10' }).purchase?.symbol).toBe('USDC')
})

test('a choice that is no longer offered is what is offered first', () => {
  const choice = { purchaseCurrency: 'gone', paymentCurrency: 'XXX' }
  const { purchase, payment } = chosenCurrencies({ offer: defaultOffer, choice, networkId: 'eip155:1' })
  expect([purchase?.symbol, payment?.id]).toEqual(['USDC', 'USD'])
})

test('providers are those of the server; one that names none has Coinbase, for eip155', () => {
  const { purchaseCurrencies, paymentCurrencies } = defaultOffer
  const named = offerOf({ purchaseCurrencies, paymentCurrencies, providers: [meld] })
  expect(providersFor({ offer: named, family: 'solana' })).toEqual([meld])
  expect(providersFor({ offer: named, family: 'bip122' })).toEqual([])
  const unnamed = offerOf({ purchaseCurrencies, paymentCurrencies })
  expect(providersFor({ offer: unnamed, family: 'eip155' }).map(({ name }) => name)).toEqual(['Coinbase'])
  expect(offerOf({ purchaseCurrencies: [], paymentCurrencies: [] }).providers).toEqual([])
})

const [dollars] = defaultPaymentCurrencies
const read = (typed: string) => readPayment({ typed, currency: dollars })

test('[S9.18] an amount is held to the limits of its currency', () => {
  expect(read('')).toEqual({ status: 'empty' })
  expect(read('10.00')).toEqual({ status: 'right', text: '10' })
  expect(read('9.99')).toEqual({ status: 'wrong', fault: 'tooLittle' })
  expect(read('25000.00')).toEqual({ status: 'right', text: '25000' })
  expect(read('25000.01')).toEqual({ status: 'wrong', fault: 'tooMuch' })
  expect(readPayment({ typed: '0', currency: undefined })).toEqual({ status: 'wrong', fault: 'tooLittle' })
})

test.each(['ten', '1.234', '-20', '1e3', '12.5.5,1'])('%s is no amount of money', (typed) => {
  expect(read(typed)).toEqual({ status: 'wrong', fault: 'notNumber' })
})

test('a currency without limits has no range', () => {
  expect(paymentRange({ id: 'USD', payment_method_limits: [] })).toBeUndefined()
})

test('[F27] every amount that is taken is the same digits as a number of the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 2_500_000 }), (cents) => {
      const typed = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      const amount = read(typed)
      if (amount.status !== 'right') throw new Error(typed)
      expect(String(Number(amount.text))).toBe(amount.text)
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string(), (typed) => void read(typed)))
})
