import { afterEach, beforeEach, expect, test } from 'vitest'
import { buy, purchaseOf, setOnrampForm } from './buy.js'
import { defaultOffer } from './offer.js'
import { bought, desk, type LocalOnramp, openLocalOnramp } from './test/localOnramp.js'

const history = '/v1/account/0xA1/history'
const urls = '/v1/generators/onrampurl'
const offer = { ...defaultOffer, providers: [desk] }

let local: LocalOnramp
beforeEach(async () => {
  local = await openLocalOnramp()
})
afterEach(() => local.end())

const purchase = () => purchaseOf(local.foyer).get()

/** Between two polls: the next one and the deadline are all that is waited for. */
const isResting = () => local.clock.pending === 2 && local.clock.next === 4_000

/** Begins a purchase that a view follows, and waits until its page is open and what was there before is known. */
async function begin(): Promise<() => void> {
  const stop = purchaseOf(local.foyer).subscribe(() => {})
  buy(local.foyer, { provider: desk, offer })
  await local.seen(() => purchase()?.phase === 'outside' && isResting())
  return stop
}

test('[S7.18] the window opens within the press, of 600 × 800, and shows the provider’s page once it is known, without a way back', async () => {
  buy(local.foyer, { provider: desk, offer })
  expect(local.windows).toHaveLength(1)
  expect(purchase()).toMatchObject({ phase: 'requesting', blocked: false, url: undefined })
  await local.seen(() => purchase()?.phase === 'outside')
  expect(local.windows[0]).toMatchObject({ opener: null, closed: false, shown: ['https://desk.example/buy?order=1'] })
  expect(local.windows[0]?.features).toMatch(/^width=600,height=800,/)
})

test('[S7.18] what is in the form goes to the provider; what was left open stays open', async () => {
  buy(local.foyer, { provider: desk, offer })
  await local.seen(() => purchase()?.phase === 'outside')
  const wallet = { address: '0xA1', blockchains: ['ethereum-mainnet'] }
  expect(JSON.parse(local.asked(urls)[0] ?? '')).toEqual({
    destinationWallets: [{ ...wallet, assets: [] }],
    defaultNetwork: 'ethereum-mainnet',
    partnerUserId: '0xA1',
    defaultExperience: 'buy',
    provider: 'desk',
  })
  setOnrampForm(local.foyer, { amount: '100,50', purchaseCurrency: 'ETH' })
  buy(local.foyer, { provider: desk, offer })
  await local.seen(() => local.asked(urls).length === 2)
  expect(JSON.parse(local.asked(urls)[1] ?? '')).toMatchObject({
    destinationWallets: [{ ...wallet, assets: ['ETH'] }],
    presetFiatAmount: 100.5,
  })
})

test('a purchase is found by the history, asked every 4 s, even where the server’s clock is behind', async () => {
  local.purchases.push(bought('before', 'ONRAMP_TRANSACTION_STATUS_SUCCESS', local.clock.now() - 60_000))
  const stop = await begin()
  await local.clock.advance(3_999)
  expect(local.asked(history)).toHaveLength(1)
  await local.clock.advance(1)
  await local.seen(() => local.asked(history).length === 2 && isResting())
  expect(purchase()?.phase).toBe('outside')
  local.purchases.unshift(bought('new', 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', local.clock.now() - 30_000))
  await local.clock.advance(4_000)
  await local.seen(() => purchase()?.phase === 'found')
  // The one that is new, and not the one that was there before.
  expect(purchase()?.row).toMatchObject({ id: 'new', status: 'inProgress', amount: '98.5' })
  expect(local.asked(history)[0]).toContain('onramp=coinbase')
  expect(local.clock.pending).toBe(0)
  stop()
})

test('[F18] after 180 s without a purchase it has timed out, and nothing is asked any more', async () => {
  const stop = await begin()
  // A failure to ask ends nothing.
  local.failing.add(history)
  for (let polls = 2; polls <= 45; polls++) {
    await local.clock.advance(4_000)
    await local.seen(() => local.asked(history).length === polls && isResting())
  }
  expect(purchase()?.phase).toBe('outside')
  await local.clock.advance(4_000)
  expect(purchase()?.phase).toBe('timedOut')
  const asked = local.asked(history).length
  await local.clock.advance(20_000)
  expect(local.asked(history)).toHaveLength(asked)
  expect(local.clock.pending).toBe(0)
  stop()
})

test('a view that is left asks nothing any more; one that comes back goes on', async () => {
  const stop = await begin()
  stop()
  expect(local.clock.pending).toBe(0)
  await local.clock.advance(8_000)
  expect(local.asked(history)).toHaveLength(1)
  local.purchases.push(bought('new', 'ONRAMP_TRANSACTION_STATUS_SUCCESS', local.clock.now()))
  const again = purchaseOf(local.foyer).subscribe(() => {})
  await local.seen(() => purchase()?.phase === 'found')
  again()
})

test('of a provider whose purchases don’t show in the history nothing is asked', async () => {
  const stop = purchaseOf(local.foyer).subscribe(() => {})
  buy(local.foyer, { provider: { ...desk, tracked: false }, offer })
  await local.seen(() => purchase()?.phase === 'outside')
  expect(local.clock.pending).toBe(0)
  expect(local.asked(history)).toEqual([])
  stop()
})

test('[F30] a window that the browser blocks is a named error, and the address is there for a link', async () => {
  local.block()
  buy(local.foyer, { provider: desk, offer })
  expect(purchase()?.blocked).toBe(true)
  expect(local.errors).toMatchObject([{ code: 'popup_blocked', notice: 'onramp.blockedText' }])
  await local.seen(() => purchase()?.phase === 'outside')
  expect(purchase()?.url).toBe('https://desk.example/buy?order=1')
})

test('a page that can’t be had closes the window and says so', async () => {
  local.failing.add(urls)
  buy(local.foyer, { provider: desk, offer })
  await local.seen(() => purchase()?.phase === 'failed')
  expect(local.windows[0]).toMatchObject({ closed: true, shown: [] })
  expect(local.errors).toMatchObject([{ code: 'http' }])
})

test.each(['', 'javascript:alert(1)', 'data:text/html,x'])('[F29] "%s" is opened in no window', async (url) => {
  local.url = url
  buy(local.foyer, { provider: desk, offer })
  await local.seen(() => purchase()?.phase === 'failed')
  expect(local.windows[0]).toMatchObject({ closed: true, shown: [] })
  expect(local.errors).toMatchObject([{ code: 'onramp_not_served' }])
})

test('a second press takes the first one’s place', async () => {
  buy(local.foyer, { provider: desk, offer })
  buy(local.foyer, { provider: desk, offer })
  await local.seen(() => purchase()?.phase === 'outside' && local.windows[0]?.closed === true)
  expect(local.windows.map(({ shown }) => shown.length)).toEqual([0, 1])
  expect(local.errors).toEqual([])
})

test('stopping the kit ends it', async () => {
  const stop = await begin()
  local.foyer.stop()
  expect(local.clock.pending).toBe(0)
  stop()
})
