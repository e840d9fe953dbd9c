import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { faults, isOlderChromium } from '../olderChromium.js'
import { copyLink } from './copyLink.js'
import { connectButton, fact, modalOf } from './modal.js'
import { openSampleWallet } from './sampleWallet.js'
import { look } from './shown.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** WalletConnect's chunk, as the demo's build names it. */
const chunk = '**/assets/createConnections-*.js'

async function openCode(page: Page) {
  await connectButton(page).click()
  const modal = modalOf(page)
  await modal.wallet('WalletConnect').click()
  await expect(modal.code).toBeVisible()
  return modal
}

test('[F30] [W5] a wallet that agrees as soon as there is a code is connected, by one chunk', async ({
  page,
  context,
  journey: { local },
}) => {
  let requests = 0
  await page.route(chunk, (route) => {
    requests += 1
    return route.continue()
  })
  await page.goto('/')
  await openCode(page)
  const uri = await copyLink(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  await expect(wallet.card).toBeHidden()
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  expect(requests).toBe(1)
})

test('[F30] [F18] where WalletConnect’s chunk can’t be loaded the card says so, and trying again really loads it', async ({
  page,
  context,
  browser,
  journey,
}) => {
  test.skip(isOlderChromium(browser), faults.keptModules)
  journey.expectTrouble(/503/)
  let isBroken = true
  await page.route(chunk, (route) => (isBroken ? route.fulfill({ status: 503 }) : route.continue()))
  await page.goto('/')
  await connectButton(page).click()
  const modal = modalOf(page)
  await modal.wallet('WalletConnect').click()
  const again = modal.dialog.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(modal.part('waiting-text')).toHaveText('This part could not be loaded. Try again, or reload the page.')
  await look({ page, name: 'code-first-lost' })
  isBroken = false
  await again.click()
  await expect(modal.code).toBeVisible()
  const uri = await copyLink(page)
  const wallet = await openSampleWallet({ context, local: journey.local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  await expect(fact(page, 'address')).toHaveText(wallet.address)
})
