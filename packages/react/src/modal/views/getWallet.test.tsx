import { solana } from '@foyer/core/networks'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pairing } from '../../test/pairing.js'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, type ModalKit, modalKit, type ShownModal, scriptedWallet, showModal } from '../test/modalKit.js'
import { onPhone } from '../test/pairingKit.js'
import { api, directory, hold, listed, routeOf } from '../test/walletListKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

async function shown(options: Parameters<typeof modalKit>[0] = {}): Promise<ModalKit & { readonly modal: ShownModal }> {
  const kit = modalKit({ wallets: [], connectors: [pairing], ...options })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'GetWallet' }))
  await waitFor(() => modal.part('intro'))
  return { ...kit, modal }
}

/** A directory whose wallets have pages of their own; two of them a store alone. */
function directoryOfPages(): ReturnType<typeof directory> {
  const server = directory({ count: 90 })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const response = await fetch(input)
    const { data = [], ...reply }: { data?: ReturnType<typeof listed>[] } = await response.json()
    const places = ({ name }: { name: string }) =>
      name.endsWith('1')
        ? { app_store: `https://store.example/${name}`, play_store: `https://play.example/${name}` }
        : { homepage: `https://${name.toLowerCase().replace(' ', '-')}.example` }
    return Response.json({ ...reply, data: data.map((each) => ({ ...each, ...places(each) })) })
  })
  return server
}

const rows = (modal: ShownModal) =>
  modal
    .parts('wallet-to-get')
    .map((row) => [row.textContent?.replace(/ ?opens in a new tab/, ''), row.getAttribute('href')])

test('the host’s first choice, its own wallets and those recommended are offered, four at most; then the whole list within the kit', async () => {
  const server = directoryOfPages()
  const go = hold(server)
  const own = { id: 'own', name: 'Own', webapp_link: 'https://own.example' }
  const { modal, foyer } = await shown({
    api,
    featuredWalletIds: [listed(7).id],
    customWallets: [own, { id: 'nowhere', name: 'Nowhere', mobile_link: 'nowhere://' }],
  })
  expect(rows(modal)).toEqual([['OOwn', 'https://own.example']])
  expect(modal.root.querySelectorAll('[data-part="skeleton"]')).toHaveLength(3)
  go()
  await waitFor(() =>
    expect(rows(modal)).toEqual([
      ['Wallet 7', 'https://wallet-7.example'],
      ['OOwn', 'https://own.example'],
      ['Wallet 0', 'https://wallet-0.example'],
      ['Wallet 1', null],
    ]),
  )
  expect(modal.root.querySelectorAll('[data-part="skeleton"]')).toHaveLength(0)
  await acting(() => modal.parts('wallet-to-get')[3]?.click())
  await modal.arrived('Downloads')
  await modal.press('back')
  await modal.arrived('GetWallet')
  await modal.press('explore-all')
  expect(routeOf(foyer)).toEqual({ view: 'AllWallets' })
})

test('what is installed is not to be got', async () => {
  const own = { id: 'own', name: 'Own', homepage: 'https://own.example', rdns: 'app.northwind' }
  const { modal } = await shown({ wallets: [scriptedWallet()], customWallets: [own] })
  expect(rows(modal)).toEqual([])
})

test('without a directory the chain’s own community lists wallets, and what was added to the browser is found by a reload', async () => {
  const reloaded = vi.fn()
  vi.stubGlobal('location', { ...globalThis.location, reload: reloaded })
  const { modal } = await shown({ networks: [solana] })
  expect(modal.part('explore-all').getAttribute('href')).toBe('https://solana.com/solana-wallets')
  expect(modal.part('explore-all').getAttribute('rel')).toBe('noopener noreferrer')
  await modal.press('reload')
  expect(reloaded).toHaveBeenCalledOnce()
})

test('a directory that is not reached leaves the community’s list; a phone has no extension to reload for', async () => {
  onPhone()
  const server = directory()
  server.fails = true
  const { modal } = await shown({ api })
  await waitFor(() =>
    expect(modal.part('explore-all').getAttribute('href')).toBe('https://ethereum.org/wallets/find-wallet/'),
  )
  expect(modal.parts('reload')).toEqual([])
})
