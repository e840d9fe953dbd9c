import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pairing } from '../../test/pairing.js'
import { memoryStorage } from '../../test/plainKit.js'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, modalKit, type ShownModal, scriptedWallet, showModal } from '../test/modalKit.js'
import { api, directory, hold, listed, names, routeOf, scrollTo, showAll, tile, type } from '../test/walletListKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

describe('all wallets', () => {
  test('[S2.3 S9.3] come by pages of 40 as the end of them is seen, and say how many there are', async () => {
    const server = directory()
    const go = hold(server)
    const { modal } = await showAll({ wallets: [] })
    await waitFor(() => expect(modal.parts('wallet-tile-skeleton')).toHaveLength(16))
    expect(modal.part('grid').getAttribute('aria-busy')).toBe('true')
    go()
    await waitFor(() => expect(names(modal)).toContain('Wallet 5'))
    const pages = () => server.pages().filter((query) => query.get('entries') === '40')
    await waitFor(() => expect(pages().map((query) => query.get('page'))).toEqual(['1']))
    await waitFor(() => expect(modal.part('wallets-count').textContent).toBe('90 wallets'))
    expect(modal.part('wallets-count').getAttribute('role')).toBe('status')
    expect(modal.part('grid').getAttribute('aria-rowcount')).toBe('23')
    await scrollTo(modal, 114 * 7)
    await waitFor(() => expect(pages().map((query) => query.get('page'))).toEqual(['1', '2']))
    await scrollTo(modal, 114 * 17)
    await waitFor(() => expect(pages().map((query) => query.get('page'))).toEqual(['1', '2', '3']))
    await waitFor(() => expect(modal.parts('wallet-tile-skeleton')).toEqual([]))
    await scrollTo(modal, 114 * 20)
    expect(names(modal)).toContain('Wallet 89')
    expect(new Set(names(modal)).size).toBe(names(modal).length)
  })

  test('[S2.3] what is installed stands first and says so, what is certified too', async () => {
    directory({ count: 120 })
    const { modal } = await showAll({ wallets: [scriptedWallet()] })
    await waitFor(() => expect(modal.part('wallets-count').textContent).toBe('120 wallets'))
    await scrollTo(modal, 114 * 8)
    await waitFor(() => expect(names(modal)).toContain('Wallet 42'))
    await scrollTo(modal, 0)
    await waitFor(() => expect(names(modal)[0]).toBe('Wallet 70'))
    expect(tile(modal, 'Wallet 70').textContent).toBe('Wallet 70 installed certified')
    expect(tile(modal, 'Wallet 70').querySelector('[part~="badge"]')).not.toBeNull()
    expect(tile(modal, 'Wallet 1').textContent).toBe('Wallet 1')
  })

  test('[S9.5] a search waits for typing to rest, begins with two letters, and asks for 100 at most', async () => {
    const server = directory()
    const { modal, clock } = await showAll()
    await waitFor(() => expect(names(modal).length).toBeGreaterThan(8))
    const searches = () => server.pages().flatMap((query) => query.get('search') ?? [])
    await type(modal, '8')
    await clock.advance(1_000)
    expect(searches()).toEqual([])
    await type(modal, '8')
    await type(modal, 'llet 8')
    await clock.advance(400)
    expect(searches()).toEqual([])
    expect(names(modal)).toContain('Wallet 1')
    await clock.advance(100)
    await waitFor(() => expect(searches()).toEqual(['llet 8']))
    expect(server.asked.at(-1)?.searchParams.get('entries')).toBe('100')
    expect(modal.parts('wallet-tile')).toEqual([])
    await clock.advance(300)
    await waitFor(() => expect(names(modal)[0]).toBe('Wallet 8'))
    expect(modal.part('wallets-count').textContent).toBe('11 wallets')
    await type(modal, '')
    expect(names(modal)[0]).toBe('Wallet 0')
  })

  test('[S9.5] what is typed while an answer is on its way takes its place', async () => {
    directory()
    const { modal, clock } = await showAll()
    await type(modal, 'wallet 1')
    await clock.advance(500)
    await type(modal, 'wallet 7')
    await clock.advance(500)
    await clock.advance(300)
    await waitFor(() => expect(names(modal)[0]).toBe('Wallet 7'))
    expect(modal.part('wallets-count').textContent).toBe('11 wallets')
  })

  test('[S9.5] what is answered late changes nothing, and what was found before is no answer to another question', async () => {
    const server = directory()
    const { modal, clock } = await showAll()
    await type(modal, 'wallet 2')
    await clock.advance(500)
    await clock.advance(300)
    await waitFor(() => expect(names(modal)[0]).toBe('Wallet 2'))
    const late = hold(server)
    await type(modal, 'wallet 1')
    await clock.advance(500)
    expect(names(modal)).toEqual([])
    expect(modal.part('wallets-count').textContent).toBe('Loading')
    server.held = Promise.resolve()
    await type(modal, 'wallet 7')
    await clock.advance(500)
    await clock.advance(300)
    await waitFor(() => expect(names(modal)[0]).toBe('Wallet 7'))
    await acting(late)
    await clock.advance(300)
    await acting(() => new Promise((resolve) => setTimeout(resolve)))
    expect(names(modal)[0]).toBe('Wallet 7')
  })

  test('[S2.3] another list begins at its top', async () => {
    directory()
    const { modal, clock } = await showAll()
    await waitFor(() => expect(names(modal)).toContain('Wallet 5'))
    await scrollTo(modal, 114 * 5)
    await modal.press('certified')
    await clock.advance(300)
    await waitFor(() => expect(modal.part('wallets-count').textContent).toBe('45 wallets'))
    expect(modal.part('grid').scrollTop).toBe(0)
    expect(names(modal)[0]).toBe('Wallet 0')
  })

  test('a name is a text, without what can not be seen; one of nothing else is unknown', async () => {
    directory({ called: { 0: '\u202e<b>Birch</b>\u200b', 1: '\u2067\u2069' } })
    const { modal } = await showAll()
    await waitFor(() => expect(names(modal).slice(0, 3)).toEqual(['<b>Birch</b>', 'Unknown', 'Wallet 2']))
  })

  test('only certified ones, which is said, and nothing found, with the way back', async () => {
    const server = directory()
    const { modal, clock, foyer } = await showAll()
    await modal.press('certified')
    expect(modal.part('certified').getAttribute('aria-checked')).toBe('true')
    await waitFor(() => expect(modal.part('snackbar').textContent).toBe('Only WalletConnect certified'))
    const badges = () => server.asked.map(({ searchParams }) => searchParams.get('badge_type'))
    await waitFor(() => expect(badges()).toContain('certified'))
    await clock.advance(300)
    await waitFor(() => expect(modal.part('wallets-count').textContent).toBe('45 wallets'))
    await type(modal, 'nothing of that name')
    await clock.advance(500)
    await clock.advance(300)
    await waitFor(() => expect(modal.part('state-title').textContent).toBe('No Wallet found'))
    expect(modal.part('wallets-count').textContent).toBe('No Wallet found')
    modal.part('show-all').focus()
    await modal.press('show-all')
    expect(modal.root.activeElement).toBe(modal.part('view'))
    expect(modal.part('certified').getAttribute('aria-checked')).toBe('false')
    expect(modal.root.querySelector('input')?.value).toBe('')
    await waitFor(() => expect(names(modal)[0]).toBe('Wallet 0'))
    expect(foyer.store.getState().view.open).toBe(true)
  })

  test('a list that does not come is said so, and asked for again on a press', async () => {
    const server = directory()
    server.fails = true
    const { modal } = await showAll()
    await waitFor(() => expect(modal.part('state-text').textContent).toBe('The list of wallets could not be loaded.'))
    server.fails = false
    modal.part('retry').focus()
    await modal.press('retry')
    await waitFor(() => expect(names(modal).length).toBeGreaterThan(8))
    expect(modal.root.activeElement).toBe(modal.part('view'))
  })

  test('a page that does not come leaves those that are there, and a way on', async () => {
    const server = directory()
    const { modal } = await showAll()
    await waitFor(() => expect(names(modal).length).toBeGreaterThan(8))
    server.fails = true
    await scrollTo(modal, 114 * 7)
    await waitFor(() =>
      expect(modal.part('wallets-missing').textContent).toContain('More wallets could not be loaded.'),
    )
    expect(names(modal).length).toBeGreaterThan(8)
    server.fails = false
    await modal.press('retry')
    await waitFor(() => expect(modal.parts('wallets-missing')).toEqual([]))
    await scrollTo(modal, 114 * 10)
    await waitFor(() => expect(names(modal)).toContain('Wallet 45'))
  })

  test('[S9.6] the first 20 pictures are fetched ahead, others once they are seen', async () => {
    directory()
    const ahead: string[] = []
    vi.stubGlobal(
      'Image',
      class {
        set src(url: string) {
          ahead.push(url)
        }
      },
    )
    const { modal } = await showAll()
    await waitFor(() => expect(ahead).toHaveLength(20))
    await waitFor(() => expect(names(modal)).toContain('Wallet 21'))
    expect(ahead[0]).toContain('/getWalletImage/image-0')
    expect(tile(modal, 'Wallet 3').querySelector('img')?.getAttribute('src')).toContain('/getWalletImage/image-3')
    expect(tile(modal, 'Wallet 3').querySelector('[part~="skeleton"]')).not.toBeNull()
    const picture = tile(modal, 'Wallet 3').querySelector('img')
    await acting(() => void (picture && fireEvent.load(picture)))
    expect(tile(modal, 'Wallet 3').querySelector('[part~="skeleton"]')).toBeNull()
    expect(tile(modal, 'Wallet 21').querySelector('img')).toBeNull()
    const broken = tile(modal, 'Wallet 4').querySelector('img')
    await acting(() => void (broken && fireEvent.error(broken)))
    expect(tile(modal, 'Wallet 4').querySelector('[part~="tile"]')?.textContent).toBe('W4')
  })

  test('[S3.1] a press leads to a pairing with the wallet, with all that the directory says of it', async () => {
    directory({ count: 71 })
    const { modal, foyer, events } = await showAll()
    await waitFor(() => expect(names(modal)).toContain('Wallet 2'))
    await acting(() => tile(modal, 'Wallet 2').click())
    await waitFor(() => expect(routeOf(foyer)).toMatchObject({ view: 'ConnectingWalletConnect', wallet: listed(2) }))
    expect(events).toContainEqual({ event: 'SELECT_WALLET', properties: { name: 'Wallet 2', platform: 'browser' } })
  })

  test('a phone is offered the code that any wallet scans, here alone', async () => {
    directory()
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('coarse') }))
    const { modal, foyer } = await showAll({ wallets: [] })
    await modal.press('scan')
    expect(routeOf(foyer)).toEqual({ view: 'ConnectingWalletConnect' })
  })

  test('without a directory there are none to list, and a phone is offered the code instead', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('coarse') }))
    const { modal, foyer } = await showAll({ api: undefined, wallets: [] })
    await waitFor(() => expect(modal.part('state-title').textContent).toBe('No Wallet found'))
    await acting(() => modal.part('empty-state').querySelector('button')?.click())
    expect(routeOf(foyer)).toEqual({ view: 'ConnectingWalletConnect' })
  })

  test('in a wallet’s own browser no code is offered: no other wallet is there to scan it', async () => {
    directory()
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('coarse') }))
    const { modal } = await showAll()
    await waitFor(() => expect(names(modal)).toContain('Wallet 5'))
    expect(modal.parts('scan')).toEqual([])
  })
})

describe('the connect view', () => {
  test('a wallet whose links are still asked for leads nowhere once the visitor has gone on', async () => {
    const server = directory()
    const recent = { id: listed(60).id, name: 'Recent', families: ['eip155'] }
    const storage = memoryStorage({ '@foyer/1/test/recent_wallets': JSON.stringify([recent]) })
    const { modal, foyer } = await showConnect({ storage })
    const asked = server.asked.length
    const go = hold(server)
    await acting(() => modal.root.querySelector<HTMLElement>('[data-wallet^="recent:"]')?.click())
    await waitFor(() => expect(server.asked.length).toBeGreaterThan(asked))
    await modal.press('help')
    go()
    await acting(() => new Promise((resolve) => setTimeout(resolve, 0)))
    expect(routeOf(foyer)).toEqual({ view: 'WhatIsAWallet' })
    expect(foyer.store.getState().view.history).toHaveLength(2)
  })

  const rows = (modal: ShownModal) =>
    modal.parts('row-list').flatMap((list) => [...list.children].map(({ textContent }) => textContent))

  const headings = (modal: ShownModal) => modal.parts('list-title').map(({ textContent }) => textContent)
  const lists = (modal: ShownModal) =>
    modal.parts('row-list').map((list) => [list.getAttribute('aria-label'), list.children.length])

  async function showConnect(options: Parameters<typeof modalKit>[0] = {}) {
    const kit = modalKit({ api, connectors: [pairing], ...options })
    const modal = await showModal(kit)
    await acting(() => kit.foyer.open())
    await waitFor(() => expect(modal.parts('row-list')).not.toHaveLength(0))
    return { ...kit, modal }
  }

  test('[S3.4] keeps the places of wallets that are still asked for, so that none moves when they come', async () => {
    const server = directory()
    const go = hold(server)
    const { modal, foyer, events } = await showConnect({ wallets: [] })
    await waitFor(() => expect(rows(modal)).toEqual(['WalletConnectqr code', '', '', 'All Wallets']))
    expect(modal.part('all-wallets').querySelector('[part~="spinner"]')).not.toBeNull()
    go()
    await waitFor(() => expect(rows(modal)).toEqual(['WalletConnectqr code', 'Wallet 0', 'Wallet 1', 'All Wallets90']))
    await modal.press('all-wallets')
    expect(routeOf(foyer)).toEqual({ view: 'AllWallets' })
    expect(events).toContainEqual({ event: 'CLICK_ALL_WALLETS' })
  })

  test('wallets of one kind stand in one list, and a first wallet is a press away', async () => {
    const { modal, foyer } = await showConnect({ api: undefined, connectors: [] })
    expect([headings(modal), lists(modal)]).toEqual([[], [['Wallets', 1]]])
    await modal.press('get-wallet')
    expect(routeOf(foyer)).toEqual({ view: 'GetWallet' })
  })

  test('[S3.4 S9.8] shows two recent ones at most, the host’s own, and what a pairing reaches; each leads where it should', async () => {
    directory()
    const recents = ['a', 'b', 'c'].map((id) => ({ id, name: `Recent ${id}`, families: ['eip155'] }))
    const storage = memoryStorage({ '@foyer/1/test/recent_wallets': JSON.stringify(recents) })
    const own = { id: 'own', name: 'Own', desktop_link: 'own://' }
    const { modal, foyer } = await showConnect({ storage, customWallets: [own] })
    await waitFor(() =>
      expect(rows(modal)).toEqual([
        'WalletConnectqr code',
        'RARecent arecent',
        'RBRecent brecent',
        'NNorthwindinstalled',
        'OOwn',
        'All Wallets90',
      ]),
    )
    // What is in this browser is seen as such, in its place among the others.
    expect(headings(modal)).toEqual(['In this browser', 'Other wallets'])
    expect(lists(modal)).toEqual([
      ['Wallets', 3],
      ['In this browser', 1],
      ['Other wallets', 2],
    ])
    await acting(() => modal.root.querySelector<HTMLElement>('[data-wallet="custom:own"]')?.click())
    await waitFor(() => expect(routeOf(foyer)).toEqual({ view: 'ConnectingWalletConnect', wallet: own }))
  })
})
