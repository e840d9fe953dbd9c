import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { loginKit } from '../test/loginKit.js'
import { acting, scriptedWallet, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

test('the account of a login leads to its settings: whose it is, where it is, and the way out', async () => {
  const kit = loginKit()
  const modal = await showModal(kit)
  await acting(() => kit.foyer.connect({ connectorId: kit.login.id }))
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  await modal.press('account-settings')
  await modal.arrived('AccountSettings')
  await modal.press('settings-network')
  await modal.arrived('Networks')
  await modal.press('back')
  await modal.arrived('AccountSettings')
  await modal.press('disconnect')
  await waitFor(() => expect(kit.foyer.account().status).toBe('disconnected'))
})

test('the account of another wallet has none', async () => {
  const wallet = scriptedWallet()
  const kit = loginKit({ wallets: [wallet] })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.connect({ connectorId: wallet.connector.id }))
  await acting(() => kit.foyer.open())
  await modal.arrived('Account')
  expect(modal.parts('account-settings')).toEqual([])
})
