import { expect, test } from 'vitest'
import { defaultPurchaseCurrencies } from '../wire/onrampDefaults.js'
import { chosenCurrencies, defaultOffer, type OnrampOffer, offerOf, paymentRange, providersFor } from './offer.js'

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
