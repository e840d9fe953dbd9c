import { expect, type Page } from '@playwright/test'
import { openHost } from '../host.js'
import { settled, show, still } from './shown.js'
import type { TourParameters } from './tour.js'

type Tour = TourParameters & { readonly rdns: string }

/** Goes through receiving and buying, each view in each of its states. */
export async function tourOfBuying(parameters: TourParameters): Promise<void> {
  const { page, journey, settings } = parameters
  const { rdns } = await journey.install({ name: 'Maple' })
  await openHost({ page, journey, settings })
  const tour = { ...parameters, rdns }
  await show(page, { view: 'OnRampProviders' })
  await parameters.visit('OnRampProviders, not connected')
  await connectAgain(tour)
  await tourOfReceiving(tour)
  await tourOfProviders(tour)
  await tourOfPurchase(tour)
  await tourOfPurchases(tour)
}

async function connectAgain({ page, rdns }: Tour): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.kits[0]?.store.getState().connectors.length)).toBeGreaterThan(0)
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), rdns)
}

async function tourOfReceiving({ page, modal, visit }: Tour): Promise<void> {
  await show(page, { view: 'WalletReceive' })
  await expect(modal.part('qr-code-ready')).toBeVisible()
  await expect(modal.part('tab')).toHaveCount(2)
  await visit('WalletReceive')
  await modal.part('tab').nth(1).click()
  await modal.part('receive-amount').getByRole('textbox').fill('1.5')
  await expect(modal.part('copy-request')).toBeEnabled()
  await still(page)
  await visit('WalletReceive, request')
  await modal.part('receive-amount').getByRole('textbox').fill('one')
  await expect(modal.part('amount-field-invalid')).toBeVisible()
  await still(page)
  await visit('WalletReceive, no amount')
  await show(page, { view: 'WalletCompatibleNetworks' })
  await visit('WalletCompatibleNetworks')
}

/** How the next windows of providers open. */
async function popups(page: Page, kind: 'open' | 'blocked'): Promise<void> {
  await page.evaluate((isOpen) => {
    const opened = { closed: false, opener: null, close: () => {}, location: { replace: () => {} } }
    Object.assign(window, { open: () => (isOpen ? opened : null) })
  }, kind === 'open')
}

const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

async function tourOfProviders({ page, journey, modal, visit }: Tour): Promise<void> {
  await show(page, { view: 'OnRampProviders' })
  await expect(modal.part('provider')).toBeVisible()
  await still(page)
  await visit('OnRampProviders')
  for (const view of ['OnRampTokenSelect', 'OnRampFiatSelect'] as const) {
    await show(page, { view })
    await expect(modal.part('choice').first()).toBeVisible()
    await visit(view)
  }
  await show(page, { view: 'WhatIsABuy' })
  await visit('WhatIsABuy')
  await show(page, { view: 'BuyInProgress' })
  await visit('BuyInProgress, none')
  for (const kind of ['open', 'blocked'] as const) {
    await popups(page, kind)
    await openProvider(page, modal)
    await expect(modal.part('copy-link')).toBeEnabled()
    await still(page)
    await visit(`BuyInProgress, ${kind}`)
  }
  journey.expectTrouble(/400/)
  await page.route(/onrampurl/, (route) => route.fulfill({ status: 400, headers, json: {} }))
  await popups(page, 'open')
  await openProvider(page, modal)
  await expect(modal.part('retry')).toBeVisible()
  await still(page)
  await visit('BuyInProgress, failed')
  await page.unroute(/onrampurl/)
}

/** From the providers over the review to the provider's page. */
async function openProvider(page: Page, modal: TourParameters['modal']): Promise<void> {
  await show(page, { view: 'OnRampProviders' })
  await modal.part('provider').click()
  await settled(page, 'OnRampReview')
  await modal.part('onramp-confirm').click()
}

const money = (amount: string, currency: string) => ({ amount, currency })

/** The price of a purchase: the same at each visit. */
const quote = {
  paymentTotal: money('1000', 'USD'),
  paymentSubtotal: money('984.25', 'USD'),
  purchaseAmount: money('984.123456', 'DUSD'),
  coinbaseFee: money('15', 'USD'),
  networkFee: money('0.75', 'USD'),
  quoteId: 'quote',
  isEstimate: true,
}

const purchases = /\/history\?.*onramp=coinbase/

/** How a purchase may stand, on the wire and in words. */
const outcomes = [
  ['IN_PROGRESS', 'in progress'],
  ['SUCCESS', 'bought'],
  ['FAILED', 'not bought'],
] as const

/** One purchase, from its review to what has become of it. */
async function tourOfPurchase(tour: Tour): Promise<void> {
  const { page, modal, settings, visit } = tour
  await show(page, { view: 'OnRampProviders' })
  await modal.part('provider').click()
  await settled(page, 'OnRampReview')
  await visit('OnRampReview, amount left open')
  await page.route(/\/onramp\/quote/, (route) => route.fulfill({ headers, json: quote }))
  for (const [status, outcome] of outcomes) {
    await openHost({ ...tour, settings: { ...settings, onrampWidget: true } })
    await connectAgain(tour)
    await page.locator('[part~="onramp-preset"]').last().click()
    await popups(page, 'open')
    await show(page, { view: 'OnRampProviders' })
    await expect(modal.part('provider-estimate')).toBeVisible()
    await still(page)
    const isBought = status === 'SUCCESS'
    if (isBought) await visit('OnRampProviders, priced')
    await modal.part('provider').click()
    await settled(page, 'OnRampReview')
    await still(page)
    if (isBought) await visit('OnRampReview')
    const hash = isBought ? `0x${'5f'.repeat(32)}` : ''
    const row = purchase({ at: '2100-11-22T12:52:00.000Z', status, amount: '984.123456', hash })
    await page.route(purchases, (route) => route.fulfill({ headers, json: { data: [row], next: null } }))
    await modal.part('onramp-confirm').click()
    await expect(modal.part('receipt')).toBeVisible()
    await still(page)
    await visit(`BuyInProgress, ${outcome}`)
    await page.unroute(purchases)
  }
  await page.unroute(/\/onramp\/quote/)
}

/** What was bought, as a server lists it. */
function purchase({
  at,
  status,
  amount,
  hash = '',
}: {
  readonly at: string
  readonly status: string
  readonly amount: string
  readonly hash?: string | undefined
}) {
  return {
    id: at,
    metadata: {
      operationType: 'buy',
      hash,
      chain: 'eip155:31337',
      minedAt: at,
      sentFrom: '',
      sentTo: '',
      status: `ONRAMP_TRANSACTION_STATUS_${status}`,
      nonce: 0,
    },
    transfers: [{ direction: 'in', quantity: { numeric: amount }, fungible_info: { symbol: 'DUSD' } }],
  }
}

const bought = [
  purchase({ at: '2025-12-20T10:00:00.000Z', status: 'IN_PROGRESS', amount: '98.5' }),
  purchase({ at: '2025-12-02T10:00:00.000Z', status: 'SUCCESS', amount: '1234567.891234' }),
  purchase({ at: '2025-11-12T10:00:00.000Z', status: 'FAILED', amount: '20' }),
]

async function tourOfPurchases(tour: Tour): Promise<void> {
  const { page, modal, visit } = tour
  let answer: 'held' | 'failed' | readonly unknown[] = []
  await page.route(purchases, (route) => {
    if (answer === 'held') return
    if (answer === 'failed') return route.fulfill({ status: 400, headers, json: {} })
    return route.fulfill({ headers, json: { data: answer, next: null } })
  })
  const open = async (next: typeof answer) => {
    answer = next
    await openHost(tour)
    await connectAgain(tour)
    await page.evaluate(() => window.kits[0]?.open({ view: 'OnRampActivity' }))
  }
  await open([])
  await expect(modal.part('empty-state')).toBeVisible()
  await still(page)
  await visit('OnRampActivity, none')
  await open('held')
  await expect(modal.part('skeleton')).toHaveCount(7)
  await visit('OnRampActivity, loading')
  await open('failed')
  await expect(modal.part('error-state')).toBeVisible()
  await still(page)
  await visit('OnRampActivity, failed')
  await open(bought)
  await expect(modal.part('purchase')).toHaveCount(3)
  await still(page)
  await visit('OnRampActivity')
  await page.route(/\/onramp\/options/, (route) =>
    route.fulfill({ headers, json: { purchaseCurrencies: [], paymentCurrencies: [], providers: [] } }),
  )
  await openHost(tour)
  await connectAgain(tour)
  await show(page, { view: 'OnRampProviders' })
  await expect(modal.part('empty-state')).toBeVisible()
  await visit('OnRampProviders, none')
  await page.route(/\/onramp\/options/, (route) => route.fulfill({ status: 400, headers, json: {} }))
  await openHost(tour)
  await connectAgain(tour)
  await show(page, { view: 'OnRampProviders' })
  await expect(modal.part('error-state')).toBeVisible()
  await still(page)
  await visit('OnRampProviders, failed')
}
