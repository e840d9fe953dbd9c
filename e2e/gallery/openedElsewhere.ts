import type { Page } from '@playwright/test'

/** Makes the login server say that the wallet was opened on another device meanwhile. */
export async function openedElsewhere(page: Page): Promise<void> {
  await page.route('**/login/v1/devices/list', async (route) => {
    // A call is signed by the key of the device that makes it.
    const device = String(route.request().postDataJSON().key)
    const another = `${device[0] === 'A' ? 'B' : 'A'}${device.slice(1)}`
    const now = Math.floor(Date.now() / 1_000)
    const here = {
      device,
      site: 'https://dapp.example',
      browser: 'Chrome on Linux',
      firstSeen: now - 60,
      lastSeen: now,
    }
    const elsewhere = { device: another, site: 'https://shop.example', browser: 'Firefox on Windows' }
    await route.fulfill({ json: { devices: [{ ...elsewhere, firstSeen: now, lastSeen: now }, here] } })
  })
}
