import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { expect, test } from '../fixtures.js'
import { type ExampleHost, phone, wider } from './exampleHost.js'
import { modalOf } from './modal.js'
import { serveNext } from './nextExample.js'

let example: ExampleHost | undefined
test.afterEach(async ({ page }) => {
  // What it still fetches isn't refused.
  await page.close()
  await example?.stop()
  example = undefined
})

/** What the server's own answer says of the visitor, before any script ran. */
async function drawnByServer(page: Page, origin: string): Promise<string> {
  const html = await (await page.request.get(origin)).text()
  return /<main>.*<\/main>/s.exec(html)?.[0].replaceAll(/<[^>]+>/g, ' ') ?? ''
}

/** As it is built, and as it is worked on. */
const modes = ['production', 'development'] as const

for (const mode of modes) {
  test(`[F24] the example of Next’s App Router, in ${mode}: the server draws what the cookie says, and the browser goes on without a warning`, async ({
    page,
    journey,
  }) => {
    const [home] = journey.local.chains
    const maple = await journey.install({ name: 'Maple' })
    const [address = '0x'] = maple.accounts
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning' || message.type() === 'error') warnings.push(message.text())
    })
    example = await serveNext({ mode, env: { NEXT_PUBLIC_LOCAL_CHAIN: home.url } })
    const { origin } = example
    journey.admit(origin)
    await page.setViewportSize(phone)
    await page.goto(origin)
    const account = page.getByRole('region', { name: 'Account' })

    expect(await drawnByServer(page, origin)).toContain('Not connected yet.')
    await page.getByRole('button', { name: 'Connect Wallet' }).click()
    await modalOf(page).wallet('Maple').click()
    await expect(account).toContainText(address)
    await account.getByRole('button', { name: 'Sign a message' }).click()
    const signed = account.getByRole('status').filter({ hasText: /^0x[0-9a-f]{130}$/ })
    await expect(signed).toBeVisible()
    expect(await signed.evaluate(wider)).toBe(0)
    const signature = `0x${(await signed.textContent())?.slice(2) ?? ''}` as const
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)

    const again = await drawnByServer(page, origin)
    expect(again).toContain('Welcome back.')
    expect(again).not.toContain('Connect Wallet')
    await page.reload()
    await expect(account).toContainText(address)
    await page.locator('[data-part="account-button"]').click()
    await modalOf(page).button('Disconnect').click()
    await expect(page.getByText('Not connected yet.')).toBeVisible()
    expect(await drawnByServer(page, origin)).toContain('Connect Wallet')
    expect(warnings).toEqual([])
  })
}
