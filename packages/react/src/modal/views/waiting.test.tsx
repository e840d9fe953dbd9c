import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, connected, modalKit, scriptedWallet, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

test('a wallet that is silent for 10 s may not have opened: what to do is said, and it can be asked anew', async () => {
  const wallet = scriptedWallet()
  wallet.answers.connect = 'hang'
  const { foyer, clock } = modalKit({ wallets: [wallet] })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'ConnectingExternal', connectorId: 'app.northwind' }))
  await modal.arrived('ConnectingExternal')
  await waitFor(() => expect(wallet.prompts()).toBe(1))
  await clock.advance(9_999)
  expect([modal.part('waiting-text').textContent, modal.parts('retry')]).toEqual([
    'Accept connection request in the wallet',
    [],
  ])
  await clock.advance(1)
  expect(modal.part('waiting-text').textContent).toMatch(/^Nothing opened\? Open Northwind/)
  wallet.answers.connect = 'yes'
  await modal.press('retry')
  await waitFor(() => expect(foyer.store.getState().view.open).toBe(false))
  expect(wallet.prompts()).toBe(2)
})

test('a switch is waited for in words of its own, and so is a network that is added', async () => {
  const wallet = scriptedWallet()
  const kit = modalKit({ wallets: [wallet] })
  const modal = await showModal(kit)
  await connected(kit)
  wallet.answers.switch = 'hang'
  await acting(() => kit.foyer.open({ view: 'SwitchNetwork', networkId: 'eip155:8453' }))
  await modal.arrived('SwitchNetwork')
  await waitFor(() =>
    expect(modal.part('waiting-text').textContent).toBe('Confirm in your wallet that it goes to Base.'),
  )
  await kit.clock.advance(10_000)
  expect(modal.part('waiting-text').textContent).toMatch(/^Nothing opened\?/)
  wallet.answers.switch = 'add'
  await modal.press('retry')
  await waitFor(() => expect(modal.part('waiting-title').textContent).toBe('Add the network in your wallet'))
  expect(modal.part('waiting-text').textContent).toBe(
    'Your wallet does not know Base yet. Confirm there that it is added.',
  )
  expect(modal.parts('retry')).toEqual([])
})

test('what is waited for is announced on the first entry too: in a region that stands empty before its words come', async () => {
  const wallet = scriptedWallet()
  wallet.answers.connect = 'hang'
  const { foyer, clock } = modalKit({ wallets: [wallet] })
  const modal = await showModal({ foyer })
  await acting(() => foyer.open({ view: 'ConnectingExternal', connectorId: 'app.northwind' }))
  const view = await modal.arrived('ConnectingExternal')
  const region = view.querySelector('[role="status"]')
  expect(region?.textContent).toBe('')
  await clock.advance(200)
  expect(region?.isConnected).toBe(true)
  expect(region?.textContent).toBe('Continue in Northwind. Accept connection request in the wallet')
})
