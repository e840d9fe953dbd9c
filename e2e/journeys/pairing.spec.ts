import { expect, test } from '../fixtures.js'
import { hostButton, openHost } from '../host.js'
import { layoutFaults } from './layout.js'
import { modalOf } from './modal.js'
import { offerPairing, pairingsBegun, pairingUri } from './pairings.js'
import { readClipboard } from './readClipboard.js'
import { scanCode } from './scanCode.js'
import { painted, settled, show, still } from './shown.js'
import { birch } from './tourOfPairing.js'
import { watchTold } from './watchTold.js'

test.describe.configure({ mode: 'parallel' })

test('[S2.5] by keyboard alone: a code is there, its link is copied, a renewed one leaves the focus where it is', async ({
  page,
  context,
  journey,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openHost({ page, journey, settings: { scriptedPairing: true } })
  const modal = modalOf(page)
  await hostButton(page).press('Enter')
  await settled(page, 'Connect')
  await modal.wallet('WalletConnect').press('Enter')
  await settled(page, 'ConnectingWalletConnect')
  await expect.poll(() => pairingsBegun(page)).toBe(1)
  await offerPairing({ page, letter: 'a' })
  await expect(modal.code).toBeVisible()
  for (const size of [
    { width: 640, height: 400 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size)
    await painted(page)
    await still(page)
    expect(await layoutFaults(page)).toEqual([])
    expect(await scanCode({ page, code: modal.code })).toBe(pairingUri('a'))
  }
  const copy = modal.part('copy-link')
  await expect(copy).toBeEnabled()
  const told = await watchTold(modal.part('card'))
  await copy.press('Enter')
  await expect.poll(told).toEqual(['Link copied'])
  expect(await readClipboard(page)).toBe(pairingUri('a'))

  await offerPairing({ page, letter: 'b' })
  await expect(modal.dialog.getByText('The QR code has been renewed.')).toBeAttached()
  await expect(copy).toBeFocused()
  await copy.press('Enter')
  await expect.poll(() => readClipboard(page)).toBe(pairingUri('b'))
  expect(await pairingsBegun(page)).toBe(1)
})

test('[S2.5] [F18] after a failure the focus stays in the card, and another try begins', async ({ page, journey }) => {
  journey.expectTrouble(/ScriptedError|came to nothing/)
  await openHost({ page, journey, settings: { scriptedPairing: true } })
  const modal = modalOf(page)
  await show(page, { view: 'ConnectingWalletConnect' })
  await expect.poll(() => pairingsBegun(page)).toBe(1)
  await offerPairing({ page, letter: 'a' })
  await expect(modal.part('copy-link')).toBeEnabled()
  await modal.part('copy-link').focus()
  await page.evaluate(() => globalThis.pairing?.fail('relay_unreachable'))
  await expect(modal.part('waiting-title')).toHaveText('No connection')
  await expect(modal.part('view')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(modal.dialog.locator(':focus')).toHaveCount(1)
  await modal.part('retry').press('Enter')
  await expect.poll(() => pairingsBegun(page)).toBe(2)
  await expect(modal.part('view')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(modal.dialog.locator(':focus')).toHaveCount(1)
})

test('[S2.5] [W10] a wallet on the web is opened without a word of where from; the pairing stands nowhere in the page', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  await openHost({ page, journey, settings: { scriptedPairing: true } })
  const modal = modalOf(page)
  await show(page, { view: 'ConnectingWalletConnect', wallet: { ...birch, webapp_link: `${local.host}/19/` } })
  await expect.poll(() => pairingsBegun(page)).toBe(1)
  await offerPairing({ page, letter: 'a' })
  await modal.part('tab-webapp').click()
  const opened = context.waitForEvent('page')
  const asked = context.waitForEvent('request', (request) => request.url().includes('/wc?uri='))
  await modal.part('open-wallet').click()
  journey.expectTrouble(/404|MIME|icon/)
  const [wallet, request] = await Promise.all([opened, asked])
  expect(request.url()).toBe(`${local.host}/19/wc?uri=${encodeURIComponent(pairingUri('a'))}`)
  expect(await request.headerValue('referer')).toBeNull()
  // What is asked of a page while it's leaving for another is lost.
  await wallet.waitForLoadState()
  expect(await wallet.evaluate(() => window.opener)).toBeNull()
  await modal.part('tab-mobile').click()
  await expect(modal.part('qr-code-ready')).toBeVisible()
  const whole = await page.evaluate(
    () => document.documentElement.outerHTML + (document.querySelector('[data-foyer]')?.shadowRoot?.innerHTML ?? ''),
  )
  expect(whole).not.toContain('a'.repeat(64))
  expect(JSON.stringify(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    'a'.repeat(64),
  )
})
