import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Fetched } from '../query/definition.js'
import { watch } from '../query/watch.js'
import type { OnrampQuoteReply } from '../wire/payments.js'
import type { TransactionStatus } from '../wire/transaction.js'
import { onrampQuote, setOnrampForm } from './buy.js'
import { type OnrampOffer, onrampOffer } from './offer.js'
import { onrampPurchases, type PurchaseRow, purchaseRow } from './purchase.js'
import { bought, desk, type LocalOnramp, openLocalOnramp } from './test/localOnramp.js'

let local: LocalOnramp
const stops: (() => void)[] = []
beforeEach(async () => {
  local = await openLocalOnramp()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await local.end()
})

const quotes = '/v1/onramp/quote'
const history = '/v1/account/0xA1/history'

test('[S3.18 S3.19 S7.19] what is offered is what the server says', async () => {
  let last: Fetched<OnrampOffer> | undefined
  stops.push(watch(local.foyer, onrampOffer, {}, (offer) => (last = offer)))
  await local.seen(() => last?.status === 'ready')
  expect(last?.data?.providers).toEqual([desk])
  expect(last?.data?.purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH'])
  expect(last?.data?.paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
})

test('a failure says so, and can be tried again', async () => {
  local.failing.add('/v1/onramp/options')
  let last: Fetched<OnrampOffer> | undefined
  stops.push(watch(local.foyer, onrampOffer, {}, (offer) => (last = offer)))
  await local.seen(() => last?.status === 'failed')
  local.failing.clear()
  last?.refetch()
  await local.seen(() => last?.status === 'ready')
})

test('[S3.20 S7.20] the price is asked for once the amount has stood still and is one that is taken', async () => {
  let last: Fetched<OnrampQuoteReply | null> | undefined
  stops.push(watch(local.foyer, onrampQuote, { provider: 'desk' }, (quote) => (last = quote)))
  await local.seen(() => local.clock.pending === 0)
  setOnrampForm(local.foyer, { amount: '9' })
  await local.clock.advance(1_000)
  expect(local.asked(quotes)).toEqual([])
  for (const amount of ['1', '10', '100']) {
    setOnrampForm(local.foyer, { amount })
    await local.clock.advance(399)
  }
  expect(last?.status).toBe('idle')
  await local.clock.advance(1)
  await local.seen(() => last?.status === 'ready')
  expect(last?.data).toMatchObject({ purchaseAmount: { amount: '98.5', currency: 'USDC' }, quoteId: 'q' })
  expect(local.asked(quotes)).toHaveLength(1)
  expect(JSON.parse(local.asked(quotes)[0] ?? '')).toMatchObject({
    amount: '100',
    network: 'ethereum-mainnet',
    provider: 'desk',
    purchaseCurrency: { symbol: 'USDC' },
    paymentCurrency: { id: 'USD' },
  })
})

test('a price that can’t be had is a failure: none is made up', async () => {
  local.failing.add(quotes)
  let last: Fetched<OnrampQuoteReply | null> | undefined
  setOnrampForm(local.foyer, { amount: '100' })
  stops.push(watch(local.foyer, onrampQuote, {}, (quote) => (last = quote)))
  await local.seen(() => last?.status === 'failed')
  expect(last?.data).toBeUndefined()
})

test('what the account has bought is listed', async () => {
  local.purchases.push(bought('a', 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', local.clock.now()))
  let last: Fetched<readonly PurchaseRow[]> | undefined
  stops.push(watch(local.foyer, onrampPurchases, {}, (purchases) => (last = purchases)))
  await local.seen(() => last?.status === 'ready')
  expect(last?.data).toMatchObject([{ id: 'a', status: 'inProgress', amount: '98.5', symbol: 'USDC' }])
})

test('purchases are asked for every 3 s while one is in progress, and not after', () => {
  const at = local.clock.now()
  const intervalAt = (...statuses: readonly TransactionStatus[]) =>
    onrampPurchases.pollMs?.({
      input: {},
      answers: [statuses.map((status) => purchaseRow(bought('a', status, at)))],
      count: 1,
    })
  expect(intervalAt('ONRAMP_TRANSACTION_STATUS_SUCCESS', 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS')).toBe(3_000)
  expect(intervalAt('ONRAMP_TRANSACTION_STATUS_SUCCESS', 'ONRAMP_TRANSACTION_STATUS_FAILED')).toBe(false)
  expect(onrampPurchases.pollMs?.({ input: {}, answers: [], count: 0 })).toBe(false)
})

test('while nothing is connected nothing is asked', async () => {
  await local.foyer.disconnect()
  let emitted = 0
  let last: Fetched<readonly PurchaseRow[]> | undefined
  const listener = (purchases: Fetched<readonly PurchaseRow[]>) => {
    emitted += 1
    last = purchases
  }
  stops.push(watch(local.foyer, onrampPurchases, {}, listener))
  await local.seen(() => emitted === 1)
  expect(last?.status).toBe('idle')
  expect(local.asked(history)).toEqual([])
})
