import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { copyLink } from './copyLink.js'
import { modalOf } from './modal.js'
import { openSampleWallet } from './sampleWallet.js'
import { look, settled } from './shown.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('[S8.27 S8.29] [F18] the first step of a dapp: a relay that doesn’t know its project says so and leaves the other ways; with the relay’s own id a wallet elsewhere connects', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  await journey.install({ name: 'Maple' })
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  journey.expectTrouble(/does not know this project id/)
  // No server of its own, and a name in the place of a project id.
  const mine = { api: undefined, projectId: 'my-dapp', relay: local.relay }
  await openHost({ page, journey, settings: mine })
  const modal = modalOf(page)
  await hostButton(page).click()
  await modal.wallet('WalletConnect').click()
  await settled(page, 'ConnectingWalletConnect')
  await expect(modal.part('waiting-title')).toHaveText('Not available just now')
  await expect(modal.part('alert-bar')).toContainText('Invalid Project ID')
  await look({ page, name: 'first-step-1-refused' })
  const line = told.find((text) => text.includes('does not know this project id'))
  expect(line).toContain(local.relay)
  expect(line).toContain('to `walletConnect` as `projectId`')
  await modal.button('Dismiss').click()
  await modal.button('Back').click()
  await modal.wallet('Maple').click()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  await page.evaluate(() => window.kits[0]?.disconnect())

  await openHost({ page, journey, settings: { ...mine, relayProjectId: 'foyer-demo' } })
  await hostButton(page).click()
  await modal.wallet('WalletConnect').click()
  await expect(modal.code).toBeVisible()
  const uri = await copyLink(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  await expect(hostStatus(page)).toHaveText(/^connected with /)
})

test('[S8.26 S8.29] on a device whose clock is fast by a day the relay takes no token of the page’s: the visitor reads “Session Expired”, and the other ways are left', async ({
  page,
  journey,
}) => {
  const { local } = journey
  await journey.install({ name: 'Maple' })
  journey.expectTrouble(/clock/)
  await page.clock.install({ time: Date.now() + 86_400_000 })
  const settings = { api: undefined, projectId: 'foyer-demo', relay: local.relay }
  await openHost({ page, journey, settings })
  const modal = modalOf(page)
  await hostButton(page).click()
  await modal.wallet('WalletConnect').click()
  await settled(page, 'ConnectingWalletConnect')
  await expect(modal.part('alert-bar-message')).toHaveText('Session Expired')
  await modal.button('Dismiss').click()
  await modal.button('Back').click()
  await modal.wallet('Maple').click()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
})
