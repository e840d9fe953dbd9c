import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, scriptedWallet } from '../test/modalKit.js'
import {
  began,
  elm,
  onPhone,
  type Shown,
  said,
  shown,
  state,
  TestError,
  uri,
  watchOpening,
} from '../test/pairingKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'Telegram')
  document.body.replaceChildren()
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
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('Connection not approved'))
    expect(kit.modal.parts('open-wallet')).toHaveLength(0)
    kit.modal.part('retry').focus()
    await kit.modal.press('retry')
    await began(kit)
    expect(kit.modal.root.activeElement).toBe(kit.modal.part('view'))
    await kit.phone.offer(uri('b'))
    expect(opened).toHaveLength(2)
  })

  test('[S2.5] where nothing has come of an opened app for 10 s it is said what to do: copy the link, or try again', async () => {
    const opened = watchOpening()
    const kit = await shown({ wallet: elm })
    await began(kit)
    await kit.phone.offer(uri('a'))
    await kit.clock.advance(9_999)
    expect(kit.modal.parts('retry')).toEqual([])
    await kit.clock.advance(1)
    expect(said(kit, 'waiting-text')).toMatch(/^Nothing opened\? Copy the link and paste it in Elm/)
    expect(kit.modal.part('copy-link')).toHaveProperty('disabled', false)
    expect(kit.modal.parts('download-prompt')).toHaveLength(1)
    await kit.modal.press('retry')
    await waitFor(() => expect([kit.phone.begun(), kit.phone.live()]).toEqual([2, 1]))
    await kit.phone.offer(uri('b'))
    expect(opened).toHaveLength(2)
    expect(said(kit, 'waiting-text')).toBe('Open and continue in the wallet app')
  })

  test('[S2.5] the host may prefer universal links', async () => {
    const opened = watchOpening()
    const wallet = { ...elm, link_mode: 'https://elm.example/app' }
    const kit = await shown({ wallet, experimental_preferUniversalLinks: true })
    await began(kit)
    await kit.phone.offer(uri('a'))
    expect(opened[0]?.[0]).toBe(`https://elm.example/app/wc?uri=${encodeURIComponent(uri('a'))}`)
  })

  test('[S2.5] in Telegram an app is opened in a new window, and a web address by Telegram itself', async () => {
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
    expect(kit.modal.part('download-prompt').textContent).toContain('Don’t have Elm?')
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
    await kit.clock.advance(199)
    expect(kit.phone.picked()).toMatchObject({ href: 'elm-desktop://' }) // no code is drawn yet
    await kit.clock.advance(1)
    expect(state(kit)).toBe('ready')
    expect(kit.phone.picked()?.href).toBeUndefined() // a code is for another device
    expect(kit.phone.begun()).toBe(1)
  })

  test('[S2.5] a wallet that is in the page is asked first; another way is a tab away', async () => {
    const here = scriptedWallet({ id: 'example.elm', name: 'Elm' })
    here.answers.connect = 4001
    const kit = await shown({ wallet: { ...elm, rdns: 'example.elm' }, wallets: [here] })
    expect(tabs(kit)).toEqual(['Browser', 'Mobile'])
    await waitFor(() => expect(said(kit, 'waiting-title')).toBe('Connection not approved'))
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
