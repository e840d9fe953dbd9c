import { defaultOffer, setOnrampForm } from '@foyer/core/onramp'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FoyerProvider } from '../../FoyerProvider.js'
import { OnrampWidget } from '../../OnrampWidget.js'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, addresses, connected, modalKit, type ShownModal, showModal, stubClipboard } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('[S1.6] the address is shown, copied whole, and stands beside the networks that it can be paid on', async () => {
  const copied: string[] = []
  stubClipboard(async (text) => void copied.push(text))
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'WalletReceive' }))
  await modal.arrived('WalletReceive')
  await waitFor(() => expect(modal.parts('qr-code-ready')).toHaveLength(1))
  // The family of these wallets reads no more from a code than an address.
  expect(modal.parts('tab')).toHaveLength(0)
  await modal.press('receive-address')
  expect(copied).toEqual([addresses[0]])
  await modal.press('compatible-networks')
  await modal.arrived('WalletCompatibleNetworks')
  // Those of the account's family, to be read and not pressed.
  expect(
    modal.parts('network').map((row) => [row.tagName, row.querySelector('[part~="row-label"]')?.textContent]),
  ).toEqual([
    ['DIV', 'Ethereum'],
    ['DIV', 'Base'],
  ])
})

test('without a connection there is no address, and the way to one', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'WalletReceive' }))
  await modal.arrived('WalletReceive')
  expect(modal.text()).toContain('Account not found')
  await modal.press('button')
  await modal.arrived('Connect')
})

test('with the legal checkbox neither a wallet nor a currency is chosen before the visitor has agreed, once for all', async () => {
  vi.stubGlobal('fetch', async (input: string | URL) =>
    `${input}`.includes('supported-chains')
      ? Response.json({ http: ['eip155:1'], ws: [] })
      : Response.json({}, { status: 404 }),
  )
  const terms = { features: { legalCheckbox: true }, termsConditionsUrl: 'https://dapp.example/t' }
  const kit = modalKit({ ...terms, api: 'https://server.test' })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'OnRampFiatSelect' }))
  await modal.arrived('OnRampFiatSelect')
  await waitFor(() => expect(modal.parts('choice').length).toBeGreaterThan(1))
  const open = (part: string) => modal.parts(part).filter((row) => !row.hasAttribute('disabled')).length
  expect(open('choice')).toBe(0)
  await modal.press('legal-checkbox')
  expect(open('choice')).toBe(modal.parts('choice').length)
  await acting(() => kit.foyer.open({ view: 'Connect' }))
  await modal.arrived('Connect')
  await waitFor(() => expect(open('wallet')).toBe(1))
})

test.each([
  ['receive', 'WalletReceive'],
  ['onramp', 'OnRampProviders'],
] as const)('[S2.24] while %s is off its views are not there', async (feature, view) => {
  const kit = modalKit({ features: { [feature]: false } })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view }))
  await modal.arrived(view)
  expect(kit.reported).toMatchObject([{ code: 'feature_disabled', facts: { feature, view } }])
})

test('where the host named no server nothing can be bought, and the view says so', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'OnRampProviders' }))
  await modal.arrived('OnRampProviders')
  await waitFor(() => expect(modal.text()).toContain('Nothing can be bought here'))
  await modal.press('how-it-works')
  await modal.arrived('WhatIsABuy')
  await modal.press('button')
  await modal.arrived('OnRampProviders')
})

const desk = { id: 'desk', name: 'Card desk', families: ['eip155'], feePercent: '1.5', tracked: true } as const
const money = (amount: string, currency: string) => ({ amount, currency })
const hash = `0x${'ab'.repeat(32)}`

type PurchaseStatus = 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'

/** A server that sells by one provider, and what its history lists. */
function sellingServer() {
  const asked: string[] = []
  const listed: { status: PurchaseStatus; hash: string }[] = []
  const { purchaseCurrencies, paymentCurrencies } = defaultOffer
  const answers: Readonly<Record<string, () => unknown>> = {
    '/v1/supported-chains': () => ({ http: ['eip155:1'], ws: [] }),
    '/v1/onramp/options': () => ({ purchaseCurrencies, paymentCurrencies, providers: [desk] }),
    '/v1/onramp/quote': () => ({
      paymentTotal: money('1000', 'USD'),
      paymentSubtotal: money('984.25', 'USD'),
      purchaseAmount: money('984.123456', 'USDC'),
      coinbaseFee: money('15', 'USD'),
      networkFee: money('0.75', 'USD'),
      quoteId: 'q',
    }),
    '/v1/generators/onrampurl': () => ({ url: 'https://desk.example/buy?order=1' }),
    [`/v1/account/${addresses[0]}/history`]: () => ({
      data: listed.map(({ status, hash }) => ({
        id: 'bought',
        metadata: {
          operationType: 'buy',
          hash,
          chain: 'eip155:1',
          minedAt: '2100-11-22T12:52:00Z',
          sentFrom: '',
          sentTo: addresses[0],
          status: `ONRAMP_TRANSACTION_STATUS_${status}`,
          nonce: 0,
        },
        transfers: [{ direction: 'in', quantity: { numeric: '984.123456' }, fungible_info: { symbol: 'USDC' } }],
      })),
      next: null,
    }),
  }
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname } = new URL(`${input}`)
    asked.push(pathname)
    const answer = answers[pathname]
    return answer ? Response.json(answer()) : Response.json({}, { status: 404 })
  })
  return { asked, listed }
}

/** Opens the review of a purchase of so much. */
async function reviewed(amount: string) {
  const server = sellingServer()
  const opened: string[] = []
  vi.stubGlobal('open', () => {
    opened.push('')
    return { closed: false, opener: null, close: () => {}, location: { replace: (url: string) => opened.push(url) } }
  })
  const kit = modalKit({ api: 'https://server.test' })
  const modal = await showModal(kit)
  await connected(kit)
  setOnrampForm(kit.foyer, { amount, purchaseCurrency: 'USDC' })
  await acting(() => kit.foyer.open({ view: 'OnRampProviders' }))
  await modal.arrived('OnRampProviders')
  await waitFor(() => expect(modal.parts('provider')).toHaveLength(1))
  await modal.press('provider')
  await modal.arrived('OnRampReview')
  return { kit, modal, server, opened }
}

/** The rows of a review or a receipt, by their terms. */
const rowsOf = (modal: ShownModal) =>
  Object.fromEntries(
    modal.parts('detail').map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
  )

test('what is bought, from whom, for how much and where it goes is reviewed before a window opens', async () => {
  const { modal, server, opened } = await reviewed('1000')
  await waitFor(() => expect(modal.text()).toContain('≈984.123456'))
  expect(modal.parts('sum').map(({ textContent }) => textContent)).toEqual(['1,000.00 USD', '≈984.123456 USDC'])
  expect(rowsOf(modal)).toEqual({
    Provider: 'Card desk',
    'Provider fee': '15 USD',
    'Network fee': '0.75 USD',
    'Spent on coins': '984.25 USD',
    To: addresses[0],
  })
  expect(modal.part('onramp-confirm').textContent).toBe('Open Card desk')
  expect(opened).toEqual([])
  expect(server.asked).not.toContain('/v1/generators/onrampurl')
  await modal.press('onramp-confirm')
  await modal.arrived('BuyInProgress')
  await waitFor(() => expect(opened).toEqual(['', 'https://desk.example/buy?order=1']))
  // The review is done with: the way back leads to the providers.
  await modal.press('back')
  await modal.arrived('OnRampProviders')
})

test('without an amount the review says what is bought and the provider’s share; the amount is put in there', async () => {
  const { modal, server } = await reviewed('')
  expect(modal.parts('sum').map(({ textContent }) => textContent)).toEqual(['USDC'])
  expect(rowsOf(modal)).toEqual({ Provider: 'Card desk', 'Provider fee': '1.5%', To: addresses[0] })
  expect(server.asked).not.toContain('/v1/onramp/quote')
})

test('a purchase that the history has is a receipt, which follows it until it is delivered', async () => {
  const { modal, server } = await reviewed('1000')
  await waitFor(() => expect(modal.text()).toContain('≈984.123456'))
  server.listed.push({ status: 'IN_PROGRESS', hash: '' })
  // The library that fetches asks again by the browser's own timer.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await modal.press('onramp-confirm')
  await vi.waitFor(() => expect(modal.part('receipt').dataset.state).toBe('pending'))
  expect(modal.part('receipt-title').textContent).toBe('In progress')
  expect(modal.parts('explorer')).toHaveLength(0)
  server.listed[0] = { status: 'SUCCESS', hash }
  await act(async () => vi.advanceTimersByTime(3_000))
  await vi.waitFor(() => expect(modal.part('receipt').dataset.state).toBe('done'))
  vi.useRealTimers()
  expect(modal.part('receipt-title').textContent).toBe('Bought')
  expect(modal.part('sum').textContent).toBe('+984.123456 USDC')
  expect(rowsOf(modal)).toMatchObject({
    Provider: 'Card desk',
    Paid: '1,000.00 USD',
    'Provider fee': '15 USD',
    'Network fee': '0.75 USD',
    Transaction: '0xab…ababab',
  })
  expect(rowsOf(modal).Time).toMatch(/^Nov 22, /)
  expect(modal.part('explorer').getAttribute('href')).toContain(hash)
  await modal.press('done')
  await modal.arrived('Account')
})

test('a purchase that failed says so, and claims that nothing came', async () => {
  const { modal, server } = await reviewed('1000')
  server.listed.push({ status: 'FAILED', hash: '' })
  await modal.press('onramp-confirm')
  await waitFor(() => expect(modal.part('receipt').dataset.state).toBe('failed'))
  expect(modal.part('receipt-title').textContent).toBe('Buy failed')
  expect(modal.part('sum').textContent).toBe('984.123456 USDC')
})

/** The widget's own tree, once its code is there. */
async function shownWidget(kit: ReturnType<typeof modalKit>): Promise<ShadowRoot> {
  render(
    <FoyerProvider foyer={kit.foyer}>
      <OnrampWidget />
    </FoyerProvider>,
  )
  return waitFor(() => {
    const root = document.querySelector('[data-foyer-widget]')?.shadowRoot
    if (!root?.querySelector('[part~="onramp-widget"]')) throw new Error('the widget hasn’t arrived')
    return root
  })
}

test('a coin that is bought has the face that the account shows for it', async () => {
  vi.stubGlobal('fetch', async (input: string | URL) =>
    `${input}`.includes('supported-chains')
      ? Response.json({ http: ['eip155:1'], ws: [] })
      : Response.json({}, { status: 404 }),
  )
  const kit = modalKit({ api: 'https://server.test' })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'OnRampTokenSelect' }))
  await modal.arrived('OnRampTokenSelect')
  await waitFor(() => expect(modal.parts('choice').length).toBeGreaterThan(1))
  const faces = modal.parts('choice').map((row) => row.querySelector('img')?.getAttribute('src'))
  expect(faces).toContain('https://server.test/public/getTokenImage/ETH')
  expect(faces.every((face) => face?.startsWith('https://server.test/public/getTokenImage/'))).toBe(true)
})

test('[S9.18 S9.19] the widget offers the fallback and asks nobody until it is touched', async () => {
  const fetched = vi.fn(() => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', fetched)
  const root = await shownWidget(modalKit({ api: 'https://server.example' }))
  expect(root.textContent).toContain('10 to 25,000.00 USD')
  expect(root.querySelector('[part~="onramp-token"]')?.textContent).toContain('USDC')
  expect([...root.querySelectorAll('[part~="onramp-preset"]')].map(({ textContent }) => textContent)).toEqual([
    '$100',
    '$250',
    '$500',
    '$1,000',
  ])
  expect(root.querySelector('[part~="connect-wallet"]')?.textContent).toBe('Connect wallet')
  expect(fetched).not.toHaveBeenCalled()
  await acting(() => root.querySelector<HTMLElement>('[part~="onramp-preset"]')?.focus())
  await waitFor(() => expect(fetched).toHaveBeenCalled())
})

test('an amount that is none is said in words, and no quote is to be had for it', async () => {
  const kit = modalKit()
  const root = await shownWidget(kit)
  await connected(kit)
  const type = (text: string) =>
    acting(() => {
      const input = root.querySelector<HTMLInputElement>('[part~="onramp-pay"] input')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await acting(() => root.querySelector<HTMLElement>('[part~="onramp-preset"]')?.click())
  await waitFor(() => expect(root.querySelector('[part~="get-quotes"]')).toBeTruthy())
  await type('ten')
  expect(root.textContent).toContain('Enter an amount in digits.')
  expect(root.querySelector('[part~="get-quotes"]')).toHaveProperty('disabled', true)
})

test('[S2.24] [F24] the widget draws nothing while the on-ramp is off, and nothing but its place on a server', () => {
  const off = modalKit({ features: { onramp: false } })
  const page = (foyer: ReturnType<typeof modalKit>['foyer']) => (
    <FoyerProvider foyer={foyer}>
      <OnrampWidget />
    </FoyerProvider>
  )
  expect(renderToString(page(off.foyer))).toBe('')
  expect(renderToString(page(modalKit().foyer))).toBe('<div data-part="foyer-onramp"></div>')
})
