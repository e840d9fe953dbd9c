import { expect, type Page } from '@playwright/test'
import type { Journey } from '../fixtures.js'
import { openHost } from '../host.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import { hearRequests } from './hearRequests.js'
import { type Modal, modalOf } from './modal.js'
import { settled, show, still } from './shown.js'
import { tourOfDirectory } from './tourOfDirectory.js'
import { tourOfPairing } from './tourOfPairing.js'

export interface TourParameters {
  readonly page: Page
  readonly journey: Journey
  readonly locale?: HostSettings['locale'] | undefined
  /** Looks at a view in one of its states. The window and the theme may be changed meanwhile. */
  readonly visit: (state: string) => Promise<void>
}

/** What a part of the tour goes by. */
export interface TourPartParameters extends Pick<TourParameters, 'page' | 'journey' | 'visit'> {
  readonly modal: Modal
  readonly settings: Partial<HostSettings>
}

const chromeStore = 'https://chromewebstore.google.com/detail/elm'

/** Wallets that aren't here, and where to get them. */
const customWallets = [
  { id: 'elm', name: 'Elm', chrome_store: chromeStore, app_store: 'https://apps.apple.com/app/elm' },
  { id: 'ash', name: 'Ash', homepage: 'https://ash.example/' },
] as const

/** Goes through every view of the modal in each of its states. */
export async function tour({ page, journey, locale = 'en', visit }: TourParameters): Promise<void> {
  const settings = { locale, customWallets, termsConditionsUrl: '/terms', privacyPolicyUrl: '/privacy' }
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { ...settings, customWallets: [], timeStands: true } })
  await show(page, { view: 'Connect' })
  await visit('Connect, looking')
  await openHost({ page, journey, settings: { ...settings, customWallets: [] } })
  await show(page, { view: 'Connect' })
  await expect(modal.part('get-wallet')).toBeVisible()
  await visit('Connect, none')
  await openHost({ page, journey, settings })
  for (const view of ['WhatIsAWallet', 'WhatIsANetwork', 'GetWallet'] as const) {
    await show(page, { view })
    await visit(view)
  }
  await show(page, { view: 'Downloads', wallet: customWallets[0] })
  await visit('Downloads')
  await show(page, { view: 'ConnectingExternal', connectorId: 'elm' })
  await visit('ConnectingExternal, gone')
  await tourOfDirectory({ page, journey, modal, settings, visit })
  await tourOfPairing({ page, journey, modal, settings, visit })
  await tourOfWallets({ page, journey, modal, settings, visit })
}

async function tourOfWallets({ page, journey, modal, settings, visit }: TourPartParameters): Promise<void> {
  const [home, away] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', accounts: 3, knows: [home.id], elsewhere: 420 })
  const long = await journey.install({ name: 'The wallet with the longest name that anybody has ever announced' })
  await journey.install({ name: 'Old Oak', announced: false, injectedAs: 'ethereum' })
  const { answered } = hearRequests(page)
  await openHost({ page, journey, settings })
  await show(page, { view: 'Connect' })
  await expect(modal.part('wallet')).toHaveCount(5)
  await visit('Connect, wallets')

  maple.next({ connect: 'hang' })
  const asked = maple.nextRequest('eth_requestAccounts')
  await show(page, { view: 'ConnectingExternal', connectorId: maple.rdns })
  await asked
  await visit('ConnectingExternal, waiting')
  await page.evaluate(() => window.kits[0]?.close())
  maple.release()
  long.next({ connect: 'reject' })
  await show(page, { view: 'ConnectingExternal', connectorId: long.rdns })
  await refused({ page, modal })
  await visit('ConnectingExternal, declined')
  long.next({ connect: 'throw-string' })
  await modal.part('retry').click()
  await refused({ page, modal })
  await visit('ConnectingExternal, failed')
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), long.rdns)
  await show(page, { view: 'Account' })
  await expect(modal.part('balance-ready')).toBeVisible()
  await visit('Account, one account')
  await page.evaluate(() => window.kits[0]?.disconnect())

  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'Account' })
  await expect(modal.part('balance-ready')).toBeVisible()
  await visit('Account, several accounts')
  // What is on its way when the network goes would be an error of the page.
  await answered()
  await tourOfNotices({ page, journey, modal, visit })
  await show(page, { view: 'Networks' })
  await visit('Networks')
  await modal.dialog.getByRole('searchbox').fill('nothing of that name')
  await expect(modal.part('network')).toHaveCount(0)
  await still(page)
  await visit('Networks, none found')

  const networkId = `eip155:${away.id}` as const
  await show(page, { view: 'SwitchActiveChain', networkId })
  await visit('SwitchActiveChain')
  maple.next({ switchChain: 'hang' })
  const askedToSwitch = maple.nextRequest('wallet_switchEthereumChain')
  await show(page, { view: 'SwitchNetwork', networkId })
  await askedToSwitch
  await visit('SwitchNetwork, waiting')
  await page.evaluate(() => window.kits[0]?.close())
  maple.release()
  maple.next({ switchChain: 'reject' })
  await show(page, { view: 'SwitchNetwork', networkId })
  await refused({ page, modal })
  await visit('SwitchNetwork, declined')
  maple.next({ addChain: { code: -32000, message: 'no such chain here' } })
  await modal.part('retry').click()
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
}: Pick<TourParameters, 'page' | 'journey' | 'visit'> & { readonly modal: Modal }): Promise<void> {
  await page.context().setOffline(true)
  await expect(modal.part('offline-bar')).toBeVisible()
  await still(page)
  await visit('Account, offline')
  await page.context().setOffline(false)
  await expect(modal.part('offline-bar')).toHaveCount(0)
  journey.expectTrouble(/eip155:999/)
  await page.evaluate(() => window.kits[0]?.switchNetwork({ networkId: 'eip155:999' }).catch(() => {}))
  await expect(modal.part('alert-bar')).toBeVisible()
  await still(page)
  await visit('Account, alert')
  await modal.part('alert-bar').getByRole('button').click()
  await expect(modal.part('alert-bar')).toHaveCount(0)
}

/** Waits until a view that asked the wallet offers to ask once more. */
async function refused({ page, modal }: { readonly page: Page; readonly modal: Modal }): Promise<void> {
  await expect(modal.part('retry')).toBeVisible()
  await still(page)
}
