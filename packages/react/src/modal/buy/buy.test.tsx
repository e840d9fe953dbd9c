import { cleanup, render, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FoyerProvider } from '../../FoyerProvider.js'
import { OnrampWidget } from '../../OnrampWidget.js'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, addresses, connected, modalKit, showModal, stubClipboard } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
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
    '$1000',
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
