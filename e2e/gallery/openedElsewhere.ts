import type { Page } from '@playwright/test'

/** Makes the login server say that the wallet was opened on another device meanwhile. */
export async function openedElsewhere(page: Page): Promise<void> {
  await page.route('**/login/v1/devices/list', async (route) => {
    const { port, pathname } = new URL(route.request().url())
    // Node knows no name below `localhost`.
    const response = await route.fetch({ url: `http://127.0.0.1:${port}${pathname}` })
    const { devices } = await response.json()
    const [{ device }] = devices
    const another = `${device[0] === 'A' ? 'B' : 'A'}${device.slice(1)}`
    const elsewhere = { device: another, site: 'https://shop.example', browser: 'Firefox on Windows' }
    const seen = Math.max(...devices.map(({ firstSeen }: { firstSeen: number }) => firstSeen)) + 60
    await route.fulfill({
      response,
      json: { devices: [{ ...elsewhere, firstSeen: seen, lastSeen: seen }, ...devices] },
    })
  })
}
