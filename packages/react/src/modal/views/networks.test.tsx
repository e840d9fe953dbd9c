import { currentRoute, networkIdOf } from '@foyer/core'
import { addNetwork } from '@foyer/core/connection'
import { arbitrum, avalanche, base, gnosis, linea, mainnet, optimism, polygon, solana } from '@foyer/core/networks'
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, connected, modalKit, scriptedWallet, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const rowOf = (modal: Awaited<ReturnType<typeof showModal>>, label: string) => {
  const found = modal.parts('row').find((row) => row.textContent?.includes(label))
  if (!found) throw new Error(`no row ${label}`)
  return found
}

test('Networks finds by name from nine rows on, marks the one in use, and puts those that the wallet refused last', async () => {
  const wallet = scriptedWallet({ approvedNetworks: ['eip155:8453'] })
  const kit = modalKit({ wallets: [wallet] })
  const more = [arbitrum, optimism, polygon, avalanche, gnosis, linea]
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Networks' }))
  await modal.arrived('Networks')
  const ids = () => modal.parts('network').map((row) => row.dataset.network)
  expect(ids()).toEqual(['eip155:8453', solana.caipNetworkId, 'eip155:1'])
  expect(rowOf(modal, mainnet.name)).toMatchObject({ disabled: true })
  expect(rowOf(modal, mainnet.name).getAttribute('aria-current')).toBe('true')
  const add = (networks: typeof more) => acting(() => networks.map((network) => addNetwork(kit.foyer, network)))
  await add(more.slice(0, 5))
  expect([ids().length, modal.parts('field-input').length]).toEqual([8, 0])
  await add(more.slice(5))
  expect([ids().length, modal.parts('field-input').length]).toEqual([9, 1])
  const search = (value: string) => acting(() => fireEvent.change(modal.part('field-input'), { target: { value } }))
  await search('BAS')
  expect(ids()).toEqual(['eip155:8453'])
  await search('nowhere')
  expect(modal.text()).toContain('No network has that name')
})

test('without a wallet a network is simply chosen', async () => {
  const { foyer } = modalKit()
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'Networks' }))
  await modal.arrived('Networks')
  await acting(() => rowOf(modal, base.name).click())
  await waitFor(() => expect(networkIdOf(foyer.store.getState())).toBe('eip155:8453'))
  await waitFor(() => expect(foyer.store.getState().view.open).toBe(false))
})

test.each([
  [4001, 'Switch not approved'],
  [-32603, 'Switch failed'],
])(
  'a wallet that answers a switch with %d is spoken of, asked again, and left where it agrees',
  async (code, title) => {
    const wallet = scriptedWallet()
    wallet.answers.switch = code
    const kit = modalKit({ wallets: [wallet] })
    const modal = await showModal(kit)
    await connected(kit)
    await acting(() => kit.foyer.open({ view: 'Networks' }))
    await modal.arrived('Networks')
    await acting(() => rowOf(modal, base.name).click())
    await modal.arrived('SwitchNetwork')
    await waitFor(() => expect(modal.part('waiting-title').textContent).toBe(title))
    wallet.answers.switch = 'yes'
    await modal.press('retry')
    await waitFor(() => expect(kit.foyer.store.getState().view.open).toBe(false))
    expect(networkIdOf(kit.foyer.store.getState())).toBe('eip155:8453')
  },
)

test('a network of another family leads to the wallets that serve it', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Networks' }))
  await modal.arrived('Networks')
  await acting(() => rowOf(modal, solana.name).click())
  await modal.arrived('SwitchActiveChain')
  expect(modal.text()).toContain(`Switch to ${solana.name}`)
  await modal.press('switch')
  await waitFor(() => expect(currentRoute(kit.foyer.store.getState().view)).toEqual({ view: 'Connect' }))
  expect(kit.foyer.store.getState()).toMatchObject({ connectorFilter: 'solana', family: 'solana' })
})

test('[S2.8] from UnsupportedChain a network is gone to through the wallet, and the modal closes', async () => {
  const wallet = scriptedWallet()
  const kit = modalKit({ wallets: [wallet] })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' }))
  await modal.arrived('UnsupportedChain')
  await acting(() => rowOf(modal, base.name).click())
  await waitFor(() => expect(kit.foyer.store.getState().view.open).toBe(false))
  expect(networkIdOf(kit.foyer.store.getState())).toBe('eip155:8453')
})
