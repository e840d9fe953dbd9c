import { expect, type Page } from '@playwright/test'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { settled, still } from './shown.js'
import type { TourParameters } from './tour.js'

const exchanges = [
  { id: 'one', name: 'Foyer Exchange', imageUrl: '' },
  { id: 'two', name: 'The exchange with the longest name that anybody has ever heard of', imageUrl: '' },
]

/** What the server says of its exchanges. */
type Answers = 'listed' | 'none' | 'failed'

/** Answers as the operator's server does. */
async function serveExchanges(page: Page): Promise<{ answers: Answers }> {
  const state: { answers: Answers } = { answers: 'listed' }
  await page.route(/\/v1\/json-rpc/, (route) => {
    const { method } = route.request().postDataJSON()
    const fulfil = (reply: object) => route.fulfill({ json: { jsonrpc: '2.0', id: 1, ...reply } })
    if (method === 'reown_getExchangePayUrl')
      return fulfil({ result: { url: 'https://exchange.example/pay', sessionId: 'one' } })
    if (method === 'reown_getExchangeBuyStatus') return fulfil({ result: { status: 'IN_PROGRESS' } })
    if (state.answers === 'failed') return fulfil({ error: { code: -32603, message: 'out of order' } })
    const listed = state.answers === 'listed' ? exchanges : []
    return fulfil({ result: { exchanges: listed, total: listed.length } })
  })
  return state
}

/** Goes through a payment in each of its states. */
export async function tourOfPay({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const server = await serveExchanges(page)
  journey.expectTrouble(/pay_no_exchanges|exchanges/)
  const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const asset = { networkId: `eip155:${home.id}`, asset: 'native', metadata } as const
  const open = async (amount: string) => {
    await openHost({ page, journey, settings: { ...settings, pay: true } })
    // No page elsewhere.
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await page.evaluate((request) => window.pay(request), { asset, amount, recipient: newAddress() })
    await settled(page, 'Pay')
  }
  await open('0.25')
  await expect(modal.part('exchange-option')).toHaveCount(2)
  await still(page)
  await visit('Pay, no wallet')
  server.answers = 'none'
  await open('1234.000000000000000001')
  await expect(modal.part('pay-note')).toBeVisible()
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await expect(modal.part('pay-from-wallet')).toBeVisible()
  await expect(modal.part('fee')).toBeVisible()
  await still(page)
  await visit('Pay, no exchange')

  server.answers = 'failed'
  await open('0.25')
  await expect(modal.part('retry')).toBeVisible()
  await still(page)
  await visit('Pay, exchanges failed')
  maple.next({ send: 'hang' })
  const sending = maple.nextRequest('eth_sendTransaction')
  await modal.part('pay-from-wallet').click()
  await sending
  await settled(page, 'PayLoading')
  await visit('PayLoading, confirming')
  maple.release()
  await expect(modal.part('receipt-done')).toBeVisible()
  await still(page)
  await visit('PayLoading, paid')

  server.answers = 'listed'
  await open('0.25')
  maple.next({ send: 'reject' })
  await modal.part('pay-from-wallet').click()
  await expect(modal.part('other-way')).toBeVisible()
  await settled(page, 'PayLoading')
  await visit('PayLoading, declined')
  await modal.part('other-way').click()
  await settled(page, 'Pay')
  await modal.part('exchange-option').last().click()
  await expect(modal.part('open-exchange')).toBeVisible()
  await settled(page, 'PayLoading')
  await visit('PayLoading, at the exchange')
}
