import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { knownEmail, loginKit } from '../test/loginKit.js'
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
  // In the same slot as the pictures of the other rows.
  expect(modal.part('settings-network').querySelector('[data-part=network-image]')?.getAttribute('data-size')).toBe(
    'row',
  )
  await modal.press('settings-network')
  await modal.arrived('Networks')
  await modal.press('back')
  await modal.arrived('AccountSettings')
  await modal.press('disconnect')
  await waitFor(() => expect(kit.foyer.account().status).toBe('disconnected'))
})

test('a login leads to the page on which its wallet is secured, where the wallet has one', async () => {
  const kit = loginKit({ secureOrigin: 'https://secure.foyer.example' })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.connect({ connectorId: kit.login.id }))
  await acting(() => kit.server.changeProfile({ provider: 'email', email: knownEmail }))
  await acting(() => kit.foyer.open({ view: 'AccountSettings' }))
  await modal.arrived('AccountSettings')
  await modal.press('secure-wallet')
  await modal.arrived('UpgradeEmailWallet')
  const link = modal.part('secure-site')
  expect(link.getAttribute('href')).toBe('https://secure.foyer.example/dashboard#security=bob%40example.com')
  expect(link.hasAttribute('data-filled')).toBe(true)
  expect(link.textContent).toContain('Open secure.foyer.example')
  expect(link.getAttribute('rel')).toContain('noopener')
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
