import { isConnected } from '@foyer/core'
import { ChunkLoadError, NetworkNotConfiguredError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { arabic } from '@foyer/core/messages'
import { currentRoute, goBack, push } from '@foyer/core/view'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, modalKit, showModal, stubClipboard } from '../test/modalKit.js'
import { began, elm, heard, onPhone, type Shown, said, shown, state, TestError, uri } from '../test/pairingKit.js'
import { pairingWallet } from '../test/pairingWallet.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const scan = 'Scan this QR Code with your phone'
const drawing = ({ modal }: Shown) => modal.part('qr-code').querySelector('path')?.getAttribute('d')

describe('a code to scan', () => {
  test('[S2.5] begins one pairing, draws it 200 ms after it is known, and closes when the wallet agrees', async () => {
    const kit = await shown()
    await began(kit)
    expect(kit.phone.begun()).toBe(1) // StrictMode mounts twice
    expect(kit.modal.part('title').textContent).toBe('WalletConnect')
    expect(state(kit)).toBe('loading')
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(199)
    expect(state(kit)).toBe('loading')
    await kit.clock.advance(1)
    expect(state(kit)).toBe('ready')
    expect(said(kit, 'pairing-hint')).toBe('Scan this QR Code with your phone')
    await kit.phone.accept()
    await waitFor(() => expect(isConnected(kit.foyer.store.getState())).toBe(true))
    expect(kit.foyer.store.getState().view.open).toBe(false)
  })

  test('[S4.4] a pairing that is renewed takes the place of the former; the focus stays, and those who listen hear of it', async () => {
    const kit = await shown()
    await began(kit)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    const place = kit.modal.part('qr-code')
    const before = drawing(kit)
    kit.modal.part('copy-link').focus()
    expect(heard(kit)).toBe(scan)
    await kit.phone.offer(uri('b'))
    expect(kit.modal.part('qr-code')).toBe(place)
    expect(state(kit)).toBe('ready')
    expect(drawing(kit)).not.toBe(before)
    expect(kit.modal.root.activeElement).toBe(kit.modal.part('copy-link'))
    expect(heard(kit)).toBe(`The QR code has been renewed.${scan}`)
    const words = [...kit.modal.root.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)
    await kit.phone.offer(uri('c'))
    // Not the very same, which wouldn't be heard again.
    expect([...kit.modal.root.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)).not.toEqual(
      words,
    )
    expect(kit.phone.begun()).toBe(1)
  })

  test('[S2.5] [W10] the link goes to the clipboard and stands nowhere in the page', async () => {
    const copied: string[] = []
    stubClipboard(async (text) => void copied.push(text))
    const kit = await shown({ wallet: elm })
    await began(kit)
    expect(kit.modal.part('copy-link')).toHaveProperty('disabled', true)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    await kit.modal.press('copy-link')
    expect(copied).toEqual([uri('a')])
    await waitFor(() => expect(said(kit, 'snackbar-message')).toBe('Link copied'))
    expect(kit.modal.root.innerHTML).not.toContain('a'.repeat(64))
    expect(document.documentElement.outerHTML).not.toContain('a'.repeat(64))
    stubClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    await kit.modal.press('copy-link')
    expect(kit.foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'account.copyFailed' })
    expect(String(kit.reported.at(-1))).not.toContain('wc:')
  })

  test('[S2.5] for a wallet of the list it has its picture and its name, and says where to get it', async () => {
    const kit = await shown({ wallet: { ...elm, image_url: 'https://wallet.example/elm.png' } })
    await began(kit)
    expect(kit.phone.picked()).toMatchObject({ id: elm.id, name: 'Elm' })
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    expect(kit.modal.part('title').textContent).toBe('Elm')
    expect(kit.modal.part('qr-code').getAttribute('aria-label')).toBe('QR code that connects Elm')
    expect(kit.modal.part('qr-logo').querySelector('img')?.getAttribute('src')).toBe('https://wallet.example/elm.png')
    await act(async () => kit.modal.part('download-prompt').querySelector('button')?.click())
    await kit.modal.arrived('Downloads')
    expect([...kit.modal.parts('store-ios'), ...kit.modal.parts('store-android')]).toHaveLength(2)
  })

  test('[F18] leaving calls the pairing off', async () => {
    const kit = await shown()
    await began(kit)
    await acting(() => push(kit.foyer, { view: 'WhatIsAWallet' }))
    await waitFor(() => expect(kit.phone.live()).toBe(0))
    await acting(() => goBack(kit.foyer))
    await kit.modal.arrived('ConnectingWalletConnect')
    await waitFor(() => expect(kit.phone.begun()).toBe(2))
    expect(kit.phone.live()).toBe(1)
    // Back again before the view has gone.
    await acting(() => push(kit.foyer, { view: 'WhatIsAWallet' }))
    await acting(() => goBack(kit.foyer))
    await waitFor(() => expect(kit.phone.begun()).toBe(3))
    expect(kit.phone.live()).toBe(1)
    await acting(() => kit.foyer.close())
    await waitFor(() => expect(kit.phone.live()).toBe(0))
  })

  test.each([
    ['user_rejected', 'Connection not approved', /not approved in the wallet\.$/],
    ['pairing_expired', 'No answer from the wallet', /not answered in time/],
    ['relay_unreachable', 'No connection', /cannot be reached/],
    ['relay_refused', 'Not available just now', /turned this app away/],
    ['wallet_answer', 'Connection failed', /could not be used/],
    ['something else', 'Connection failed', /could not be used/],
  ])('[S2.5] [F18] after %s it says so, and a press begins anew', async (code, title, text) => {
    const kit = await shown()
    await began(kit)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    const regions = [...kit.modal.root.querySelectorAll('[role="status"]')]
    kit.modal.part('copy-link').focus()
    await kit.phone.fail(new TestError(code))
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe(title))
    expect(kit.modal.root.activeElement).toBe(kit.modal.part('view'))
    // Heard from a region that was there before, and from no other.
    expect([...kit.modal.root.querySelectorAll('[role="status"]')].every((each) => regions.includes(each))).toBe(true)
    expect(heard(kit)).toMatch(new RegExp(`^${title}.+`))
    expect(said(kit, 'waiting-text')).toMatch(text)
    expect(kit.modal.parts('qr-code')).toHaveLength(0)
    kit.modal.part('retry').focus()
    await kit.modal.press('retry')
    await began(kit)
    expect(kit.modal.root.activeElement).toBe(kit.modal.part('view'))
    expect(state(kit)).toBe('loading')
    await kit.phone.offer(uri('b'))
    await kit.clock.advance(200)
    expect(state(kit)).toBe('ready')
    expect(heard(kit)).toBe(scan) // a new one, not a renewed one
    expect(kit.reported).toHaveLength(code === 'user_rejected' ? 0 : 1)
  })

  test('[F18] a relay that is silent for 4 s is spoken of, with ways on, while it is still tried; what it says then is drawn', async () => {
    const kit = await shown()
    await began(kit)
    await kit.clock.advance(3_999)
    expect([state(kit), kit.modal.parts('waiting-title')]).toEqual(['loading', []])
    await kit.clock.advance(1)
    expect(said(kit, 'waiting-title')).toBe('No connection yet')
    expect(heard(kit)).toMatch(/^No connection yet\. The service that carries messages/)
    expect(kit.modal.parts('retry')).toHaveLength(1)
    expect(kit.phone.live()).toBe(1)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    expect(state(kit)).toBe('ready')
  })

  test('[F18] a silent relay is tried anew by a press, or left for another way to connect', async () => {
    const kit = await shown()
    await began(kit)
    await kit.clock.advance(4_000)
    await kit.modal.press('retry')
    await waitFor(() => expect([kit.phone.begun(), kit.phone.live()]).toEqual([2, 1]))
    expect([state(kit), kit.modal.parts('retry')]).toEqual(['loading', []])
    await kit.clock.advance(4_000)
    await kit.modal.press('other-way')
    await kit.modal.arrived('Connect')
    await waitFor(() => expect(kit.phone.live()).toBe(0))
  })

  test('[S2.5] a failure that knows more says so', async () => {
    const kit = await shown()
    await began(kit)
    await kit.phone.fail(new NetworkNotConfiguredError({ networkId: 'eip155:5', configured: [] }))
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('Connection failed'))
    expect(said(kit, 'waiting-text')).toMatch(/does not support that network/)
  })

  test('[F30] a piece of the kit that can not be had is told apart; offline it is had as soon as the browser is back', async () => {
    const kit = await shown()
    await began(kit)
    await kit.phone.fail(new ChunkLoadError({ chunk: 'connection' }))
    await waitFor(() => expect(said(kit, 'waiting-text')).toMatch(/could not be loaded/))
    expect(said(kit, 'waiting-title')).toBe('Connection failed')
    await acting(() => contextOf(kit.foyer).update(() => ({ online: false })))
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('You are offline'))
    await acting(() => contextOf(kit.foyer).update(() => ({ online: true })))
    await waitFor(() => expect(kit.phone.begun()).toBe(2))
  })

  test('[S2.5] [F18] a browser that is offline is told apart, and goes on by itself when it is back', async () => {
    const kit = await shown()
    await began(kit)
    await acting(() => contextOf(kit.foyer).update(() => ({ online: false })))
    await kit.phone.fail(new TestError('relay_unreachable'))
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('You are offline'))
    expect(kit.modal.parts('retry')).toHaveLength(1)
    await acting(() => contextOf(kit.foyer).update(() => ({ online: true })))
    await waitFor(() => expect(kit.phone.begun()).toBe(2))
    expect(state(kit)).toBe('loading')
  })

  test('[S2.5] a kit that can not pair says so', async () => {
    const kit = await shown({ connectors: [] })
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('Not available here'))
    expect(kit.reported).toMatchObject([{ code: 'wallet_connect_connector_not_found' }])
    expect(kit.modal.parts('retry')).toHaveLength(1)
  })

  test('speaks Arabic', async () => {
    const kit = await shown({ locale: arabic })
    await began(kit)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    expect(said(kit, 'pairing-hint')).toBe('امسح رمز QR هذا بهاتفك')
  })
})

describe('without other ways', () => {
  test('[S2.4 S2.11] a kit without adapters pairs by a code, beside the way to all wallets', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const phone = pairingWallet()
    const kit = modalKit({ adapters: [], connectors: [phone.connector], api: 'https://foyer.example' })
    const modal = await showModal(kit)
    await acting(() => kit.foyer.open())
    await modal.arrived('ConnectingWalletConnectBasic')
    await waitFor(() => expect(phone.live()).toBe(1))
    await phone.offer(uri('a'))
    await kit.clock.advance(200)
    expect(modal.part('qr-code').dataset.state).toBe('ready')
    expect(modal.part('title').textContent).toBe('WalletConnect')
    await modal.press('all-wallets')
    expect(currentRoute(kit.foyer.store.getState().view).view).toBe('AllWallets')
    await waitFor(() => expect(phone.live()).toBe(0))
  })

  test('[S2.4 S2.11] on a phone it lists the wallets that are there, and shows no code', async () => {
    onPhone()
    const phone = pairingWallet()
    const kit = modalKit({
      connectors: [phone.connector],
      customWallets: [{ id: 'elm', name: 'Elm', mobile_link: 'elm://' }],
    })
    const modal = await showModal(kit)
    await acting(() => kit.foyer.open({ view: 'ConnectingWalletConnectBasic' }))
    await modal.arrived('ConnectingWalletConnectBasic')
    expect(modal.parts('qr-code')).toHaveLength(0)
    expect(modal.parts('wallet').map(({ textContent }) => textContent)).toContain('EElm')
    expect(modal.parts('all-wallets')).toHaveLength(1)
    expect(phone.begun()).toBe(0)
  })
})

test('[S2.4 S2.11] on a phone with nothing to list a press shows the code, whose link can be copied', async () => {
  onPhone()
  const phone = pairingWallet()
  const kit = modalKit({ wallets: [], connectors: [phone.connector], allWallets: 'HIDE' })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'ConnectingWalletConnectBasic' }))
  await waitFor(async () => {
    await kit.clock.advance(300)
    modal.part('show-code')
  })
  await modal.arrived('ConnectingWalletConnectBasic')
  expect(phone.begun()).toBe(0)
  await modal.press('show-code')
  await waitFor(() => expect(phone.live()).toBe(1))
  await phone.offer(uri('a'))
  await kit.clock.advance(200)
  expect(modal.part('copy-link')).toHaveProperty('disabled', false)
})

describe('where the host pairs by itself', () => {
  test('[S2.4 S2.11] nothing begins before a press', async () => {
    const kit = await shown({ manualWCControl: true })
    expect(state(kit)).toBe('empty')
    expect(kit.phone.begun()).toBe(0)
    await kit.modal.press('show-code')
    await began(kit)
    expect(kit.phone.begun()).toBe(1)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    expect(state(kit)).toBe('ready')
    expect(kit.modal.parts('show-code')).toHaveLength(0)
  })

  test('a failure of an earlier visit is no answer to this one', async () => {
    const kit = await shown({ manualWCControl: true })
    await kit.modal.press('show-code')
    await began(kit)
    await kit.phone.fail(new TestError('user_rejected'))
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('Connection not approved'))
    await acting(() => kit.foyer.close())
    await acting(() => kit.foyer.open())
    await kit.modal.arrived('ConnectingWalletConnectBasic')
    expect(state(kit)).toBe('empty')
  })

  test('[S2.4 S2.11] what the host begins is shown', async () => {
    const kit = await shown({ manualWCControl: true })
    await act(async () => void kit.foyer.connect({ connectorId: 'walletConnect' }).catch(() => {}))
    await began(kit)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    expect(state(kit)).toBe('ready')
    expect(kit.phone.begun()).toBe(1)
  })
})
