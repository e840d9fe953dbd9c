import { type FoyerOptions, isConnected } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'
import { arabic } from '@foyer/core/messages'
import { currentRoute, goBack, push } from '@foyer/core/view'
import type { ListedWallet } from '@foyer/core/wallets'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  acting,
  type ModalKit,
  modalKit,
  polyfillDialog,
  type ScriptedWallet,
  type ShownModal,
  scriptedWallet,
  showModal,
  stubClipboard,
} from '../test/modalKit.js'
import { type PairingWallet, pairingWallet } from '../test/pairingWallet.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'Telegram')
  document.body.replaceChildren()
})

const uri = (letter: string) =>
  `wc:${letter.repeat(64)}@2?expiryTimestamp=1700000300&relay-protocol=irn&symKey=${letter.repeat(64)}`

const elm: ListedWallet = {
  id: 'e'.repeat(64),
  name: 'Elm',
  mobile_link: 'elm://',
  app_store: 'https://apps.apple.com/app/elm',
  play_store: 'https://play.google.com/store/apps/details?id=elm',
}

interface Shown extends ModalKit {
  readonly modal: ShownModal
  readonly phone: PairingWallet
}

async function shown({
  wallet,
  wallets,
  ...options
}: Partial<FoyerOptions> & {
  readonly wallet?: ListedWallet | undefined
  readonly wallets?: readonly ScriptedWallet[]
} = {}): Promise<Shown> {
  const phone = pairingWallet()
  const kit = modalKit({ wallets: wallets ?? [], connectors: [phone.connector], ...options })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'ConnectingWalletConnect', wallet }))
  await modal.arrived(options.manualWCControl ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect')
  return { ...kit, modal, phone }
}

const began = ({ phone }: Shown) => waitFor(() => expect(phone.live()).toBe(1))
const state = ({ modal }: Shown) => modal.part('qr-code').dataset.state
const drawing = ({ modal }: Shown) => modal.part('qr-code').querySelector('path')?.getAttribute('d')
const said = ({ modal }: Shown, name: string) => modal.part(name).textContent
const heard = ({ modal }: Shown) =>
  [...modal.root.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent?.trim()).join('')

/** A browser that calls itself a phone's. */
function onPhone(userAgent = 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile'): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
}

/** What was opened, and where. */
function watchOpening(): string[][] {
  const opened: string[][] = []
  vi.spyOn(window, 'open').mockImplementation((link, target, features) => {
    opened.push([String(link), target ?? '', features ?? ''])
    return null
  })
  return opened
}

class TestError extends FoyerError {
  override readonly name = 'TestError'
  readonly code: string
  constructor(code: string) {
    super(`It failed: ${code}.`, {})
    this.code = code
  }
}

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

  test('[S4.4 S9.1 S9.2] a pairing that is renewed takes the place of the former; the focus stays, and those who listen hear of it', async () => {
    const kit = await shown()
    await began(kit)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    const place = kit.modal.part('qr-code')
    const before = drawing(kit)
    kit.modal.part('copy-link').focus()
    expect(heard(kit)).toBe('')
    await kit.phone.offer(uri('b'))
    expect(kit.modal.part('qr-code')).toBe(place)
    expect(state(kit)).toBe('ready')
    expect(drawing(kit)).not.toBe(before)
    expect(kit.modal.root.activeElement).toBe(kit.modal.part('copy-link'))
    expect(heard(kit)).toBe('The QR code has been renewed.')
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
    await acting(() => kit.foyer.close())
    await waitFor(() => expect(kit.phone.live()).toBe(0))
  })

  test.each([
    ['user_rejected', 'Connection declined', /earlier request is still open/],
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
    await kit.phone.fail(new TestError(code))
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe(title))
    expect(said(kit, 'waiting-text')).toMatch(text)
    expect(kit.modal.parts('qr-code')).toHaveLength(0)
    await kit.modal.press('retry')
    await began(kit)
    expect(state(kit)).toBe('loading')
    await kit.phone.offer(uri('b'))
    await kit.clock.advance(200)
    expect(state(kit)).toBe('ready')
    expect(heard(kit)).toBe('') // a new one, not a renewed one
    expect(kit.reported).toHaveLength(code === 'user_rejected' ? 0 : 1)
  })

  test('[S2.5] [F18] a browser that is offline is told apart, and goes on by itself when it is back', async () => {
    const kit = await shown()
    await began(kit)
    await acting(() => kit.foyer.context.update(() => ({ online: false })))
    await kit.phone.fail(new TestError('relay_unreachable'))
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('You are offline'))
    expect(kit.modal.parts('retry')).toHaveLength(1)
    await acting(() => kit.foyer.context.update(() => ({ online: true })))
    await waitFor(() => expect(kit.phone.begun()).toBe(2))
    expect(state(kit)).toBe('loading')
  })

  test('[S2.5] a kit that can not pair says so', async () => {
    const kit = await shown({ connectors: [] })
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('Not available here'))
    expect(kit.reported).toMatchObject([{ code: 'walletconnect_connector_not_found' }])
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

describe('on a phone', () => {
  beforeEach(() => onPhone())

  test('[S2.5] the app is opened once its pairing is there, and again by a press; a renewed pairing opens nothing by itself', async () => {
    const opened = watchOpening()
    const kit = await shown({ wallet: elm })
    await began(kit)
    expect(said(kit, 'waiting-title')).toBe('Continue in Elm')
    expect(said(kit, 'waiting-text')).toBe('Open and continue in the wallet app')
    expect(kit.modal.part('open-wallet').getAttribute('aria-busy')).toBe('true')
    expect(kit.modal.parts('qr-code')).toHaveLength(0)
    await kit.phone.offer(uri('a'))
    const link = (letter: string) => `elm://wc?uri=${encodeURIComponent(uri(letter))}`
    expect(opened).toEqual([[link('a'), '_self', 'noreferrer noopener']])
    expect(kit.phone.picked()).toMatchObject({ href: 'elm://' })
    await kit.modal.press('open-wallet')
    expect(opened).toHaveLength(2)
    await kit.phone.offer(uri('b'))
    expect(opened).toHaveLength(2)
    await kit.modal.press('open-wallet')
    expect(opened.at(-1)?.[0]).toBe(link('b'))
    expect(kit.modal.root.innerHTML).not.toContain('b'.repeat(64))
  })

  test('[S2.5] a failure takes the button away and offers another try, which opens the app again', async () => {
    const opened = watchOpening()
    const kit = await shown({ wallet: elm })
    await began(kit)
    await kit.phone.offer(uri('a'))
    await kit.phone.fail(new TestError('user_rejected'))
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('Connection declined'))
    expect(kit.modal.parts('open-wallet')).toHaveLength(0)
    await kit.modal.press('retry')
    await began(kit)
    await kit.phone.offer(uri('b'))
    expect(opened).toHaveLength(2)
  })

  test('[S2.5] the host may prefer universal links', async () => {
    const opened = watchOpening()
    const wallet = { ...elm, link_mode: 'https://elm.example/app' }
    const kit = await shown({ wallet, experimental_preferUniversalLinks: true })
    await began(kit)
    await kit.phone.offer(uri('a'))
    expect(opened[0]?.[0]).toBe(`https://elm.example/app/wc?uri=${encodeURIComponent(uri('a'))}`)
  })

  test('[S2.5 S4.5] in Telegram an app is opened in a new window, and a web address by Telegram itself', async () => {
    const opened = watchOpening()
    const byTelegram: string[] = []
    Object.assign(globalThis, { Telegram: { WebApp: { openLink: (link: string) => byTelegram.push(link) } } })
    const kit = await shown({ wallet: elm })
    await began(kit)
    await kit.phone.offer(uri('a'))
    // Android decodes once more.
    expect(opened).toEqual([
      [`elm://wc?uri=${encodeURIComponent(encodeURIComponent(uri('a')))}`, '_blank', 'noreferrer noopener'],
    ])
    await acting(() => kit.foyer.close())
    await acting(() =>
      kit.foyer.open({ view: 'ConnectingWalletConnect', wallet: { ...elm, mobile_link: 'https://elm.example' } }),
    )
    await kit.modal.arrived('ConnectingWalletConnect')
    await began(kit)
    await kit.phone.offer(uri('b'))
    expect(byTelegram).toEqual([`https://elm.example/wc?uri=${encodeURIComponent(uri('b'))}`])
    expect(opened).toHaveLength(1)
  })

  test.each(['javascript://%0aalert(1)', 'intent://x#Intent;scheme=elm;end', 'http://elm.example', 'data:text/html,x'])(
    '[S2.5] [F29] a wallet whose link is %s has no button that opens it; the link can be copied',
    async (mobile_link) => {
      const opened = watchOpening()
      const kit = await shown({ wallet: { ...elm, mobile_link } })
      await began(kit)
      await kit.phone.offer(uri('a'))
      expect(kit.modal.parts('open-wallet')).toHaveLength(0)
      expect(opened).toEqual([])
      expect(said(kit, 'waiting-text')).toMatch(/no link that is safe to open/)
      expect(kit.modal.part('copy-link')).toHaveProperty('disabled', false)
    },
  )

  test.each([
    ['Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile', elm.play_store],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', elm.app_store],
  ])('[S2.5] a wallet that is missing is got from the store of %s', async (userAgent, store) => {
    onPhone(userAgent)
    watchOpening()
    const kit = await shown({ wallet: elm })
    expect(kit.modal.part('download-prompt').textContent).toContain("Don't have Elm?")
    expect(kit.modal.part('download-prompt').querySelector('a')?.getAttribute('href')).toBe(store)
  })

  test('[S2.5] in the browser of a wallet, that wallet is asked and no code is shown', async () => {
    const around = scriptedWallet()
    around.answers.connect = 'hang'
    const kit = await shown({ wallets: [around] })
    await waitFor(() => expect(around.prompts()).toBe(1))
    expect(kit.modal.parts('qr-code')).toHaveLength(0)
    expect(kit.phone.begun()).toBe(0)
  })
})

describe('ways to a wallet', () => {
  const tabs = ({ modal }: Shown) => modal.parts('tab').map(({ textContent }) => textContent)

  test('[S2.5] each has its tab; one pairing serves all', async () => {
    const opened = watchOpening()
    const wallet = { ...elm, webapp_link: 'https://elm.example', desktop_link: 'elm-desktop://', rdns: 'example.elm' }
    const kit = await shown({ wallet })
    await began(kit)
    expect(tabs(kit)).toEqual(['Mobile', 'Webapp', 'Desktop', 'Browser'])
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(200)
    expect(state(kit)).toBe('ready')
    expect(opened).toEqual([])

    await kit.modal.press('tab-webapp')
    expect(opened).toEqual([]) // a new tab needs a press of its own
    await kit.modal.press('open-wallet')
    expect(opened.at(-1)).toEqual([
      `https://elm.example/wc?uri=${encodeURIComponent(uri('a'))}`,
      '_blank',
      'noreferrer noopener',
    ])
    await kit.modal.press('tab-desktop')
    expect(opened.at(-1)?.slice(0, 2)).toEqual([`elm-desktop://wc?uri=${encodeURIComponent(uri('a'))}`, '_blank'])
    expect(opened).toHaveLength(2)
    expect(kit.phone.picked()).toMatchObject({ href: 'elm-desktop://' })

    await kit.modal.press('tab-browser')
    expect(said(kit, 'waiting-title')).toBe('Not Detected')
    expect(kit.modal.parts('download-prompt')).toHaveLength(1)
    await kit.modal.press('tab-mobile')
    await kit.clock.advance(200)
    expect(state(kit)).toBe('ready')
    expect(kit.phone.picked()?.href).toBeUndefined() // a code is for another device
    expect(kit.phone.begun()).toBe(1)
  })

  test('[S2.5] a wallet that is in the page is asked first; another way is a tab away', async () => {
    const here = scriptedWallet({ id: 'example.elm', name: 'Elm' })
    here.answers.connect = 4001
    const kit = await shown({ wallet: { ...elm, rdns: 'example.elm' }, wallets: [here] })
    expect(tabs(kit)).toEqual(['Browser', 'Mobile'])
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('Connection declined'))
    expect(kit.phone.begun()).toBe(0)
    await kit.modal.press('tab-mobile')
    await began(kit)
    await kit.modal.press('tab-browser')
    await waitFor(() => expect(kit.phone.live()).toBe(0))
    here.answers.connect = 'yes'
    await waitFor(() => expect(kit.modal.parts('retry')).toHaveLength(1))
    await kit.modal.press('retry')
    await waitFor(() => expect(kit.foyer.store.getState().view.open).toBe(false))
    expect(kit.foyer.account().wallet?.id).toBe('example.elm')
  })
})
