import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { copyLink } from './copyLink.js'
import { connectButton, fact, modalOf } from './modal.js'
import { openSampleWallet } from './sampleWallet.js'
import { look } from './shown.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** What a session needs beyond its code, as the demo's build names it. */
const piece = '**/assets/session-*.js'

async function openCode(page: Page) {
  await connectButton(page).click()
  const modal = modalOf(page)
  await modal.wallet('WalletConnect').click()
  await expect(modal.code).toBeVisible()
  return modal
}

test('[F30] [W5] a code shows while what hears its answer is on its way; a wallet that agrees meanwhile is connected once that is there', async ({
  page,
  context,
  journey: { local },
}) => {
  let asked = 0
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(piece, async (route) => {
    asked += 1
    await arrived
    await route.continue()
  })
  await page.goto('/')
  const modal = await openCode(page)
  const uri = await copyLink(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  await expect(wallet.card).toBeHidden()
  await expect(modal.code).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  arrive()
  await expect(fact(page, 'address')).toHaveText(wallet.address)
})

test('[F30] [F18] where what hears the answer can’t be had the card says so, and trying again really fetches it', async ({
  page,
  context,
  journey,
}) => {
  journey.expectTrouble(/503/)
  let isBroken = true
  await page.route(piece, (route) => (isBroken ? route.fulfill({ status: 503 }) : route.continue()))
  await page.goto('/')
  await connectButton(page).click()
  const modal = modalOf(page)
  await modal.wallet('WalletConnect').click()
  const again = modal.dialog.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(modal.part('waiting-text')).toHaveText('This part could not be loaded. Try again.')
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
