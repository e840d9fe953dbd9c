import type { Account, Connector, LiveConnection, WalletEvent } from '@foyer/core'
import { preferAccountType } from '@foyer/core/account'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { knownEmail, loginKit } from '../test/loginKit.js'
import { acting, addresses, modalKit, scriptedWallet, showModal } from '../test/modalKit.js'

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

/** A login whose account may be of either kind on Ethereum, once its wallet has answered. */
function smartLogin() {
  const listeners = new Set<(event: WalletEvent) => void>()
  const [address] = addresses
  const of = (type: 'eoa' | 'smartAccount'): Account => ({ namespace: 'eip155', address, type, inPlace: true })
  const asked: string[] = []
  let answer = (_: 'done' | 'failed') => {}
  const live: LiveConnection = {
    accounts: [of('smartAccount')],
    networks: { eip155: 'eip155:1' },
    profile: { provider: 'email', email: knownEmail, smartAccountDeployed: true, smartAccountEnabledNetworks: [1] },
    providers: {},
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async switchNetwork({ network: { caipNetworkId: networkId } }) {
      for (const listener of listeners) listener({ type: 'networkChanged', family: 'eip155', networkId })
    },
    async preferAccountType({ type, networkId }) {
      asked.push(`${type} ${networkId}`)
      const how = await new Promise<'done' | 'failed'>((resolve) => {
        answer = resolve
      })
      const now = how === 'done' && type === 'smartAccount' ? type : 'eoa'
      for (const listener of listeners) listener({ type: 'accountsChanged', family: 'eip155', accounts: [of(now)] })
      if (how === 'failed') throw new Error('away')
    },
    disconnect: async () => {},
  }
  const connector: Connector = {
    id: 'smart-login',
    type: 'AUTH',
    name: 'E-mail',
    families: ['eip155'],
    connect: async () => live,
    restore: async () => null,
  }
  return { connector, asked, answer: (how: 'done' | 'failed') => acting(() => answer(how)) }
}

test('[S3.6 S3.11 S4.28] an account is a smart one or a standard one as its owner has it, where its wallet has both; the address stays', async () => {
  const login = smartLogin()
  const kit = modalKit({ wallets: [], connectors: [login.connector] })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.connect({ connectorId: login.connector.id }))
  await acting(() => kit.foyer.open({ view: 'AccountSettings' }))
  await modal.arrived('AccountSettings')
  const isOn = () => modal.part('smart-account').getAttribute('aria-checked')
  expect(modal.part('smart-account').getAttribute('role')).toBe('switch')
  expect(isOn()).toBe('true')
  expect(modal.part('smart-account').textContent).toBe('Smart accountSeveral steps at once')
  await modal.press('smart-account')
  // Meanwhile it takes no other press.
  await modal.press('smart-account')
  expect(login.asked).toEqual(['eoa eip155:1'])
  await login.answer('done')
  expect(isOn()).toBe('false')
  expect(kit.foyer.account()).toMatchObject({ address: addresses[0], allAccounts: [{ type: 'eoa' }] })
  await modal.press('smart-account')
  await login.answer('done')
  expect(isOn()).toBe('true')
  await modal.press('smart-account')
  await login.answer('failed')
  expect(isOn()).toBe('false')
  const said = 'Your account could not be changed: it is a standard one now'
  await waitFor(() => expect(modal.part('snackbar').textContent).toContain(said))
  expect(kit.reported).toHaveLength(1)
  await acting(() => kit.foyer.switchNetwork('eip155:8453'))
  expect(modal.parts('smart-account')).toEqual([])
})

test('a kind that is wished for and given up is no failure: nothing is said, and nothing is reported', async () => {
  const login = smartLogin()
  const kit = modalKit({ wallets: [], connectors: [login.connector] })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.connect({ connectorId: login.connector.id }))
  await acting(() => kit.foyer.open({ view: 'AccountSettings' }))
  await modal.arrived('AccountSettings')
  await modal.press('smart-account')
  // The page asks by itself meanwhile, whose wish takes the place of the visitor's.
  const newer = preferAccountType(kit.foyer, { type: 'smartAccount' })
  await login.answer('done')
  expect(await newer).toEqual({ type: 'smartAccount' })
  expect(login.asked).toEqual(['eoa eip155:1', 'smartAccount eip155:1'])
  expect(modal.part('smart-account').getAttribute('aria-checked')).toBe('true')
  expect(modal.parts('snackbar')).toEqual([])
  expect(kit.reported).toEqual([])
})

test('one account is one in every list, and receives on all networks where its key is', async () => {
  const login = smartLogin()
  const kit = modalKit({ wallets: [], connectors: [login.connector] })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.connect({ connectorId: login.connector.id }))
  await acting(() => kit.foyer.open({ view: 'SwitchAddress' }))
  await modal.arrived('SwitchAddress')
  expect(modal.parts('account-choice').map(({ dataset }) => dataset.address)).toEqual([addresses[0]])
  expect(modal.part('account-choice').textContent).toContain('Smart account')
  await acting(() => kit.foyer.open({ view: 'WalletCompatibleNetworks' }))
  await modal.arrived('WalletCompatibleNetworks')
  expect(modal.text()).toContain('Base')
})
