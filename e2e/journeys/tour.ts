import type { TestWallet } from '@foyer/testing'
import { expect, type Page } from '@playwright/test'
import type { Journey } from '../fixtures.js'
import { hostStatus, openHost } from '../host.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import { hearRequests } from './hearRequests.js'
import type { Modal } from './modal.js'
import { arrived, held, settled, show, still } from './shown.js'

/** What each tour is given: it goes through some of the modal's views, in each of their states. */
export interface TourParameters {
  readonly page: Page
  readonly journey: Journey
  readonly modal: Modal
  readonly settings: Partial<HostSettings>
  /** Looks at a view in one of its states. The window and the theme may be changed meanwhile. */
  readonly visit: (state: string) => Promise<void>
}

const chromeStore = 'https://chromewebstore.google.com/detail/elm'

/** Wallets that aren't here, and where to get them. */
export const customWallets = [
  { id: 'elm', name: 'Elm', chrome_store: chromeStore, app_store: 'https://apps.apple.com/app/elm' },
  { id: 'ash', name: 'Ash', homepage: 'https://ash.example/' },
] as const

/** What a visitor without a wallet sees. */
export async function tourWithoutWallets({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  await openHost({ page, journey, settings: { ...settings, timeStands: true } })
  await show(page, { view: 'Connect' })
  await visit('Connect, looking')
  await openHost({ page, journey, settings })
  await show(page, { view: 'Connect' })
  await expect(modal.part('get-wallet')).toBeVisible()
  await visit('Connect, none')
  await openHost({ page, journey, settings: { ...settings, customWallets, legalCheckbox: true } })
  await show(page, { view: 'Connect' })
  await expect(modal.part('legal-consent')).toBeVisible()
  await visit('Connect, to be agreed to')
  for (const view of ['WhatIsAWallet', 'WhatIsANetwork', 'GetWallet'] as const) {
    await show(page, { view })
    await visit(view)
  }
  await show(page, { view: 'Downloads', wallet: customWallets[0] })
  await visit('Downloads')
  await show(page, { view: 'ConnectingExternal', connectorId: 'elm' })
  await visit('ConnectingExternal, gone')
}

/** Opens the host with three wallets in its page: one of several accounts, one of a long name, one that announces itself in no event. */
async function openWithWallets({
  page,
  journey,
  modal,
  settings,
}: Omit<TourParameters, 'visit'>): Promise<{ readonly maple: TestWallet; readonly long: TestWallet }> {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', accounts: 3, knows: [home.id], elsewhere: 420 })
  const long = await journey.install({ name: 'The wallet with the longest name that anybody has ever announced' })
  await journey.install({ name: 'Old Oak', announced: false, injectedAs: 'ethereum' })
  await openHost({ page, journey, settings: { ...settings, customWallets } })
  await show(page, { view: 'Connect' })
  await expect(modal.part('wallet')).toHaveCount(5)
  return { maple, long }
}

/** Connecting with a wallet of the page. */
export async function tourOfConnecting({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const { maple, long } = await openWithWallets({ page, journey, modal, settings })
  await visit('Connect, wallets')

  maple.next({ connect: 'hang' })
  const asked = maple.nextRequest('eth_requestAccounts')
  await show(page, { view: 'ConnectingExternal', connectorId: maple.rdns })
  await asked
  await held(page, () => visit('ConnectingExternal, waiting'))
  await page.evaluate(() => window.kits[0]?.close())
  maple.release()
  long.next({ connect: 'reject' })
  await show(page, { view: 'ConnectingExternal', connectorId: long.rdns })
  await refused({ page, modal })
  await visit('ConnectingExternal, declined')
  long.next({ connect: 'throw-string' })
  // Else the button that was pressed would be taken for the next one.
  const askedAgain = long.nextRequest('eth_requestAccounts')
  await modal.part('retry').click()
  await askedAgain
  await refused({ page, modal })
  await visit('ConnectingExternal, failed')
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), long.rdns)
  await show(page, { view: 'Account' })
  await expect(modal.part('balance-ready')).toBeVisible()
  await visit('Account, one account')

  // The chain is asked itself.
  const [{ url }] = journey.local.chains
  journey.admit(url)
  const policy = (demos: string) => demos.replace('connect-src', `connect-src ${url}`)
  await openHost({ page, journey, policy, settings: { ...settings, api: undefined } })
  await expect(hostStatus(page)).toHaveText(`connected with ${long.name}`)
  await show(page, { view: 'Account' })
  await expect(modal.part('balance-ready')).toBeVisible()
  await visit('Account, without a server')
}

/** What a connected visitor sees: the account, the networks, and switching between them. */
export async function tourOfAccount({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const [, away] = journey.local.chains
  const { answered } = hearRequests(page)
  const { maple } = await openWithWallets({ page, journey, modal, settings })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'Account' })
  await expect(modal.part('balance-ready')).toBeVisible()
  await visit('Account, several accounts')
  // What is on its way when the network goes would be an error of the page.
  await answered()
  await tourOfNotices({ page, journey, modal, visit })
  await show(page, { view: 'Networks' })
  await visit('Networks')
  const networkId = `eip155:${away.id}` as const
  await show(page, { view: 'SwitchActiveChain', networkId })
  await visit('SwitchActiveChain')
  maple.next({ switchChain: 'hang' })
  const askedToSwitch = maple.nextRequest('wallet_switchEthereumChain')
  await show(page, { view: 'SwitchNetwork', networkId })
  await askedToSwitch
  await held(page, () => visit('SwitchNetwork, waiting'))
  await page.evaluate(() => window.kits[0]?.close())
  maple.release()
  maple.next({ switchChain: 'reject' })
  await show(page, { view: 'SwitchNetwork', networkId })
  await refused({ page, modal })
  await visit('SwitchNetwork, declined')
  maple.next({ addChain: { code: -32000, message: 'no such chain here' } })
  const askedToAdd = maple.nextRequest('wallet_addEthereumChain')
  await modal.part('retry').click()
  await askedToAdd
  await refused({ page, modal })
  await visit('SwitchNetwork, unsupported')
  maple.switchChain(420)
  await settled(page, 'UnsupportedChain')
  await visit('UnsupportedChain')
}

/** What is said at the card's top, to visitors and to developers. */
async function tourOfNotices({
  page,
  journey,
  modal,
  visit,
}: Pick<TourParameters, 'page' | 'journey' | 'modal' | 'visit'>): Promise<void> {
  // The tokens are asked for every 10 s, the last time perhaps as the network goes.
  journey.expectTrouble(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await expect(modal.part('offline-bar')).toBeVisible()
  await still(page)
  await visit('Account, offline')
  await page.context().setOffline(false)
  await expect(modal.part('offline-bar')).toHaveCount(0)
  journey.expectTrouble(/eip155:999/)
  await page.evaluate(() => window.kits[0]?.switchNetwork('eip155:999').catch(() => {}))
  await expect(modal.part('alert-bar')).toBeVisible()
  await still(page)
  await visit('Account, alert')
  await modal.part('alert-bar').getByRole('button').click()
  await expect(modal.part('alert-bar')).toHaveCount(0)
}

/** Waits until a view that asked the wallet offers to ask once more. */
async function refused({ page, modal }: { readonly page: Page; readonly modal: Modal }): Promise<void> {
  await expect(modal.part('retry')).toBeVisible()
  await arrived(page)
}
