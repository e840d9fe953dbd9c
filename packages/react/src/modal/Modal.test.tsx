import { isConnected } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { arabic } from '@foyer/core/messages'
import { push, replace, reset } from '@foyer/core/view'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../test/polyfillDialog.js'
import { acting, connected, isReady, modalKit, scriptedWallet, showModal } from './test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const elsewhere = { type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' } as const

test('[S2.21 S2.22] views stack up: on is next, back is prev, and the back button is there when there is a way back', async () => {
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  expect(modal.parts('back')).toHaveLength(0)
  await modal.press('help')
  await modal.arrived('WhatIsAWallet')
  expect(modal.part('view').dataset.direction).toBe('next')
  await modal.press('get-wallet')
  await modal.arrived('GetWallet')
  await modal.press('back')
  await modal.arrived('WhatIsAWallet')
  expect(modal.part('view').dataset.direction).toBe('prev')
  await acting(() => replace(foyer, { view: 'WhatIsANetwork' }))
  await modal.arrived('WhatIsANetwork')
  expect(modal.part('title').textContent).toBe('What is a network?')
  await acting(() => reset(foyer, { view: 'Networks' }))
  await modal.arrived('Networks')
  expect(modal.parts('back')).toHaveLength(0)
})

test('[S2.8 S4.7] a wallet on an unknown network opens UnsupportedChain: the networks, and a way out', async () => {
  const wallet = scriptedWallet()
  const kit = modalKit({ wallets: [wallet] })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => wallet.emit(elsewhere))
  await modal.arrived('UnsupportedChain')
  expect(modal.part('title').textContent).toBe('Switch Network')
  expect(modal.parts('network').map((row) => row.dataset.network)).toEqual(
    kit.foyer.options.networks.map((n) => n.caipNetworkId),
  )
  await modal.press('disconnect')
  await waitFor(() => expect(isConnected(kit.foyer.store.getState())).toBe(false))
  expect(kit.foyer.store.getState().view.open).toBe(false)
})

test('[S2.8 S4.20 S9.32] UnsupportedChain can not be closed by the visitor, and has no cross: the card shakes for 500 ms', async () => {
  const wallet = scriptedWallet()
  const kit = modalKit({ wallets: [wallet] })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => wallet.emit(elsewhere))
  await modal.arrived('UnsupportedChain')
  const shaking = () => 'shaking' in modal.part('card').dataset
  expect(modal.parts('close')).toHaveLength(0)
  fireEvent.keyDown(modal.part('card'), { key: 'Escape' })
  await waitFor(() => expect(shaking()).toBe(true))
  await kit.clock.advance(499)
  expect(shaking()).toBe(true)
  await kit.clock.advance(1)
  expect(shaking()).toBe(false)
  expect(kit.foyer.store.getState().view.open).toBe(true)
})

test('[S4.20] what the visitor must wait for makes the view busy', async () => {
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  expect(modal.part('outlet').getAttribute('aria-busy')).toBeNull()
  await acting(() => contextOf(foyer).update(({ view }) => ({ view: { ...view, loading: true } })))
  expect(modal.part('outlet').getAttribute('aria-busy')).toBe('true')
})

test('[S2.17] an embedded modal is open from the first, and closing goes to Connect, or to Account when connected', async () => {
  const kit = modalKit({ enableEmbedded: true })
  const { foyer } = kit
  const modal = await showModal(kit)
  await modal.arrived('Connect')
  await modal.press('help')
  await modal.arrived('WhatIsAWallet')
  await modal.press('close')
  await modal.arrived('Connect')
  await connected(kit)
  await acting(() => push(foyer, { view: 'Networks' }))
  await modal.arrived('Networks')
  await modal.press('close')
  await modal.arrived('Account')
  expect(foyer.store.getState().view.open).toBe(true)
})

test("the kit's close buttons, Escape and a press outside close, each with its reason", async () => {
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  const ways = {
    button: () => modal.press('close'),
    escape: async () => void fireEvent.keyDown(modal.part('card'), { key: 'Escape' }),
    backdrop: async () => {
      fireEvent.pointerDown(modal.part('dialog'))
      fireEvent.click(modal.part('dialog'))
    },
  }
  for (const close of Object.values(ways)) {
    await acting(() => foyer.open())
    await modal.arrived('Connect')
    await close()
    expect(foyer.store.getState().view.open).toBe(false)
  }
})

test('the focus goes to the card, stays inside when the control that had it goes, and returns to the opener', async () => {
  const { foyer } = modalKit()
  const opener = document.createElement('button')
  document.body.append(opener)
  opener.focus()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  expect(modal.root.activeElement).toBe(modal.part('card'))
  modal.part('help').focus()
  await modal.press('help')
  await modal.arrived('WhatIsAWallet')
  modal.part('back').focus()
  await modal.press('back')
  const view = await modal.arrived('Connect')
  expect(modal.root.activeElement).toBe(view)
  await modal.press('close')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('those who listen hear the title of each view but the first, which names the dialog', async () => {
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  const name = modal.part('dialog').getAttribute('aria-labelledby') ?? ''
  expect(modal.root.getElementById(name)?.textContent).toBe('Connect Wallet')
  const heard = () => [...modal.root.querySelectorAll('[role="status"]')].map((region) => region.textContent).join('')
  expect(heard()).toBe('')
  await modal.press('help')
  await modal.arrived('WhatIsAWallet')
  expect(heard()).toBe('What is a wallet?')
})

test('fifty openings leave nothing behind but the card of the next', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  const count = () => modal.root.querySelectorAll('*').length + document.querySelectorAll('*').length
  await acting(() => kit.foyer.open())
  await waitFor(() => expect(modal.root.querySelector('[data-part="tooltip"]')).not.toBeNull())
  await acting(() => kit.foyer.close())
  await kit.clock.advance(200)
  const before = count()
  for (let cycle = 0; cycle < 50; cycle += 1) {
    await acting(() => kit.foyer.open())
    await acting(() => kit.foyer.close())
    await kit.clock.advance(200)
  }
  expect([...modal.part('card').children].every(isReady)).toBe(true)
  expect(count()).toBe(before)
  modal.unmount()
  expect(document.querySelector('[data-foyer]')).toBeNull()
})

test('the card keeps what it showed while it fades', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  await act(async () => kit.foyer.disconnect())
  expect(kit.foyer.store.getState().view.open).toBe(false)
  expect(modal.parts('copy-address')).toHaveLength(1)
  await kit.clock.advance(200)
  expect(modal.text()).toBe('')
})

test('the card of the next opening stands ready, out of sight: opening only shows it', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  const rows = () => [...modal.root.querySelectorAll('[data-wallet]')]
  const [ready] = rows()
  expect(ready && isReady(ready)).toBe(true)
  await acting(() => kit.foyer.open())
  expect(rows()[0]).toBe(ready)
  expect(modal.part('wallet')).toBe(ready)
  await acting(() => kit.foyer.close())
  await kit.clock.advance(200)
  const [next] = rows()
  expect(next && isReady(next)).toBe(true)
  expect(next).not.toBe(ready)
})

test('what stands ready runs nothing: no time, nothing listened for, until it is opened', async () => {
  const kit = modalKit({ wallets: [] })
  const modal = await showModal(kit)
  await kit.clock.advance(1_000)
  await acting(() => kit.foyer.open())
  // Wallets have their time to announce themselves from the opening on.
  expect(modal.parts('skeleton').length).toBeGreaterThan(0)
  await kit.clock.advance(300)
  expect(modal.text()).toContain('Get a wallet')
})

test('another view than the one that stands ready has a card of its own', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  const [ready] = modal.root.querySelectorAll('[data-wallet]')
  await acting(() => kit.foyer.open({ view: 'Networks' }))
  await modal.arrived('Networks')
  expect(ready?.isConnected).toBe(false)
  expect(modal.part('view').dataset.phase).toBe('still')
})

test('for a connected visitor nothing stands ready', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  await acting(() => kit.foyer.close())
  await kit.clock.advance(200)
  expect(modal.part('card').childElementCount).toBe(0)
})

test("the language and its direction, the theme and its variables are the host element's", async () => {
  const { foyer } = modalKit({
    locale: arabic,
    themeMode: 'dark',
    themeVariables: { '--w3m-accent': '#123456', '--w3m-z-index': 7 },
  })
  const { root, arrived } = await showModal({ foyer })
  await acting(() => foyer.open())
  await arrived('Connect')
  const host = document.querySelector<HTMLElement>('[data-foyer]')
  expect(root.host).toBe(host)
  expect([host?.lang, host?.dir, host?.dataset.theme]).toEqual(['ar', 'rtl', 'dark'])
  expect(host?.style.getPropertyValue('--w3m-accent')).toBe('#123456')
  expect(host?.style.getPropertyValue('--w3m-z-index')).toBe('7')
  await acting(() => foyer.setTheme({ mode: undefined, variables: { '--w3m-accent': '#abcdef' } }))
  expect(host?.dataset.theme).toBeUndefined()
  expect(host?.style.getPropertyValue('--w3m-accent')).toBe('#abcdef')
})

test.each([
  [
    'has sentences that are wrong',
    '{ "connect.title": "Koble til {wallet}", "shell.back": 7, "help.walletTitle": "Hva?" }',
  ],
  ['is no catalogue', '["connect.title"]'],
])('a language that %s leaves no view stuck: what it has not rightly is English', async (_, json) => {
  const { foyer, reported } = modalKit({
    locale: { ...arabic, tag: 'nb', direction: 'ltr', load: async () => JSON.parse(json) },
  })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  expect(modal.text()).toContain('Connect Wallet')
  await modal.press('help')
  await modal.arrived('WhatIsAWallet')
  expect(modal.text()).toContain(json.includes('Hva?') ? 'Hva?' : 'What is a wallet?')
  expect(modal.part('back').getAttribute('aria-label') ?? modal.part('back').textContent).toContain('Back')
  expect(reported).toEqual([])
})

test('the visitor is told while the network is gone', async () => {
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  await acting(() => contextOf(foyer).update(() => ({ online: false })))
  expect(modal.part('offline-bar').textContent).toContain('You are offline')
  await acting(() => contextOf(foyer).update(() => ({ online: true })))
  expect(modal.text()).not.toContain('You are offline')
})

test('[S9.34] the title takes 120 ms, the height 150 ms, each view 150 ms', async () => {
  const eased: number[] = []
  let measure = () => {}
  class FakeResizeObserver {
    constructor(callback: () => void) {
      measure = callback
    }
    observe() {}
    disconnect() {}
  }
  Object.assign(document.defaultView ?? {}, {
    ResizeObserver: FakeResizeObserver,
    matchMedia: () => ({ matches: false }),
  })
  let height = 100
  const box = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height)
  Element.prototype.animate = function animate(_, options) {
    if (typeof options === 'object' && typeof options.duration === 'number') eased.push(options.duration)
    return Object.assign(Object.create(EventTarget.prototype), { cancel() {}, playState: 'finished' })
  }
  vi.useFakeTimers()
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open())
  await act(async () => vi.waitFor(() => modal.part('help')))
  measure()
  height = 200
  measure()
  expect(eased).toEqual([150])
  await modal.press('help')
  const shown = () => [...modal.root.querySelectorAll<HTMLElement>('[data-view]')].map(({ dataset }) => dataset.view)
  await act(async () => vi.advanceTimersByTimeAsync(149))
  expect(shown()).toEqual(['WhatIsAWallet', 'Connect'])
  await act(async () => vi.advanceTimersByTimeAsync(1))
  expect(shown()).toEqual(['WhatIsAWallet'])
  const css = modal.root.querySelector('style')?.textContent
  expect(css).toContain('--foyer-header-text-ms:120ms')
  expect(css).toContain('--foyer-view-ms:150ms')
  box.mockRestore()
  Object.assign(document.defaultView ?? {}, { ResizeObserver: undefined, matchMedia: undefined })
})
