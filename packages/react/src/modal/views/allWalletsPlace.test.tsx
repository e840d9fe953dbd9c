import { goBack, push } from '@foyer/core/view'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, type ShownModal } from '../test/modalKit.js'
import { directory, hold, names, scrollTo, showAll, tile, type } from '../test/walletListKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const field = (modal: ShownModal) => modal.root.querySelector('input')?.value
const focused = ({ root }: ShownModal) => {
  const tile = root.activeElement?.closest('[data-part="wallet-tile"]')
  return tile?.querySelector('[part~="wallet-tile-name"]')?.textContent
}

/** Waits for the first wallets, whose code comes with them. */
const begun = (modal: ShownModal) => waitFor(() => expect(names(modal)).toContain('Wallet 5'))

/** Waits until the list is there again; its pictures may still be on their way. */
const listed = ({ root }: ShownModal) =>
  waitFor(() => {
    const view = root.querySelector('[data-part="view"]:not([data-phase="leaving"])')
    expect(view?.querySelector('[data-part="wallets-list"]')).toBeTruthy()
  })

/** Goes to a wallet by its tile, and back by the button in the card's head. */
async function visit(modal: ShownModal, name: string) {
  await acting(() => {
    tile(modal, name).focus()
    tile(modal, name).click()
  })
  await modal.arrived('ConnectingWalletConnect')
  modal.part('back').focus()
  await modal.press('back')
  await listed(modal)
}

test('[S2.22 S2.3] who comes back from a wallet finds the list where they left it, and the focus on that wallet', async () => {
  const server = directory()
  const { modal, foyer } = await showAll()
  await begun(modal)
  await acting(() => push(foyer, { view: 'WhatIsAWallet' }))
  await modal.arrived('WhatIsAWallet')
  await acting(() => goBack(foyer))
  await listed(modal)
  expect(modal.part('grid').scrollTop).toBe(0)
  await scrollTo(modal, 114 * 7)
  await waitFor(() => expect(names(modal)).toContain('Wallet 45'))
  const asked = server.asked.length

  await visit(modal, 'Wallet 41')
  expect(modal.part('grid').scrollTop).toBe(114 * 7)
  expect(names(modal)).toContain('Wallet 41')
  expect(focused(modal)).toBe('Wallet 41')
  expect(tile(modal, 'Wallet 41').tabIndex).toBe(0)
  expect(server.asked).toHaveLength(asked)

  await scrollTo(modal, 114 * 2)
  await visit(modal, 'Wallet 14')
  expect(modal.part('grid').scrollTop).toBe(114 * 2)
  expect(focused(modal)).toBe('Wallet 14')
})

test('[S2.22 S9.5] who comes back from a wallet they had looked for finds the same text and the same answer, not asked for again', async () => {
  const server = directory()
  const { modal, clock, events } = await showAll()
  await modal.press('certified')
  await type(modal, 'wallet 2')
  await clock.advance(500)
  await clock.advance(300)
  await waitFor(() => expect(names(modal)).toEqual(['2', '20', '22', '24', '26', '28'].map((each) => `Wallet ${each}`)))
  const asked = server.asked.length
  const told = () => events.filter(({ event }) => event === 'SEARCH_WALLET').length
  const before = told()

  await visit(modal, 'Wallet 24')
  expect(field(modal)).toBe('wallet 2')
  expect(modal.part('certified').getAttribute('aria-checked')).toBe('true')
  expect(modal.part('wallets-count').textContent).toBe('6 wallets')
  expect(focused(modal)).toBe('Wallet 24')
  await clock.advance(1_000)
  expect(server.asked).toHaveLength(asked)
  expect(told()).toBe(before)

  await type(modal, '')
  await modal.press('certified')
  await waitFor(() => expect(names(modal)[0]).toBe('Wallet 0'))
  expect(modal.part('grid').scrollTop).toBe(0)
})

test('[S9.5] a search that was not answered when the visitor went is asked for when they come back', async () => {
  const server = directory()
  const { modal, foyer, clock } = await showAll()
  await begun(modal)
  await type(modal, 'wallet 7')
  await acting(() => push(foyer, { view: 'WhatIsAWallet' }))
  await modal.arrived('WhatIsAWallet')
  await waitFor(() => expect(modal.root.querySelector('[data-phase="leaving"]')).toBeNull())
  await clock.advance(1_000)
  expect(server.pages().some((query) => query.has('search'))).toBe(false)
  const go = hold(server)
  await acting(() => goBack(foyer))
  await listed(modal)
  expect(field(modal)).toBe('wallet 7')
  expect(modal.part('wallets-count').textContent).toBe('Loading')
  go()
  await clock.advance(300)
  await waitFor(() => expect(names(modal)[0]).toBe('Wallet 7'))
})

test('[S2.3] opened anew, the list begins afresh, whatever it was like before', async () => {
  directory()
  const { modal, foyer, clock } = await showAll()
  await begun(modal)
  const route = { view: 'AllWallets' } as const
  const begin = async () => {
    await acting(() => foyer.open({ view: 'Connect' }))
    await modal.arrived('Connect')
    await acting(() => push(foyer, route))
    await listed(modal)
  }
  await begin()
  await scrollTo(modal, 114 * 3)
  await type(modal, 'wallet 1')
  await clock.advance(500)
  await clock.advance(300)
  await waitFor(() => expect(modal.part('wallets-count').textContent).toBe('11 wallets'))
  await visit(modal, 'Wallet 12')
  await acting(() => goBack(foyer))
  await modal.arrived('Connect')
  await begin()
  expect(field(modal)).toBe('')
  expect(names(modal)[0]).toBe('Wallet 0')
  expect(modal.part('grid').scrollTop).toBe(0)
  expect(focused(modal)).toBeUndefined()
})

test('[S2.22] a phone that comes back from the code finds the focus on the button that led there', async () => {
  directory()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('coarse') }))
  const { modal } = await showAll({ wallets: [] })
  await begun(modal)
  modal.part('scan').focus()
  await modal.press('scan')
  await modal.arrived('ConnectingWalletConnect')
  await modal.press('back')
  await listed(modal)
  await waitFor(() => expect(modal.root.activeElement).toBe(modal.part('scan')))
})
