import { expect, test } from '../fixtures.js'
import { hostButton, openHost } from '../host.js'
import { copyLink } from './copyLink.js'
import { modalOf } from './modal.js'
import { openSampleWallet } from './sampleWallet.js'
import { followsByHooks } from './wagmiHooks.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('wagmi’s hooks follow a wallet of the browser’s that the kit has connected: to another chain and back, and what is signed there', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  await openHost({ page, journey, path: '/wagmi-hooks' })
  await hostButton(page).click()
  await modalOf(page).wallet('Maple').click()
  await expect(modalOf(page).dialog).toHaveCount(0)
  await followsByHooks({ page, journey })
})

test('wagmi’s hooks follow a wallet elsewhere that the kit has connected: to another chain and back, and what is signed there', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  await openHost({ page, journey, path: '/wagmi-hooks', settings: { relay: local.relay } })
  await hostButton(page).click()
  await modalOf(page).wallet('WalletConnect').click()
  await expect(modalOf(page).code).toBeVisible()
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(await copyLink(page))
  await wallet.press('Connect')
  await expect(modalOf(page).dialog).toHaveCount(0)
  await followsByHooks({ page, journey, approve: () => wallet.press('Sign') })
})
