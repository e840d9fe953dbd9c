import { expect } from '@playwright/test'
import { hostStatus, openHost } from '../host.js'
import { pressArmed } from '../wallet/pressArmed.js'
import { testIn } from './embeddedWallet.js'
import { holdRequests } from './holdRequests.js'
import { saveData } from './saveData.js'

const test = testIn('partitioned', { blocksPopups: true })

declare global {
  interface Window {
    /** Whether a window could be opened without a press. */
    opensAlone?: boolean
  }
}

test('[S1.2] [F30] one press on the button of an account opens its window where the browser blocks any without a press, before the rest of the kit has come', async ({
  page,
  journey,
}) => {
  const { local } = journey
  await saveData(page)
  await page.addInitScript(() => {
    if (window === top && location.protocol.startsWith('http')) window.opensAlone = window.open('') !== null
  })
  await openHost({ page, journey, settings: { secureOrigin: local.wallet, walletButton: 'google' } })
  const button = page.getByRole('button', { name: 'Connect Wallet: Google' })
  await expect(button).toBeVisible()
  expect(await page.evaluate(() => window.opensAlone)).toBe(false)
  const release = await holdRequests({ page, url: '**/*.js' })
  const opening = page.context().waitForEvent('page')
  await button.click()
  const popup = await opening
  release()
  await expect(popup.getByRole('status')).toContainText(local.host)
  await pressArmed(popup.getByRole('button', { name: 'Continue with Google' }))
  await popup.getByRole('link', { name: /Ada Lovelace/ }).click()
  await expect(hostStatus(page)).toHaveText('connected with Email')
})
