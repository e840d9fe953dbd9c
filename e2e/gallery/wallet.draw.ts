import { test as base, expect } from '../fixtures.js'
import { walletIn } from '../journeys/embeddedWallet.js'
import { accountButton, fact, modalOf } from '../journeys/modal.js'
import { tourOfOwnPages } from '../journeys/tourOfOwnPages.js'
import { type Drawn, draw } from './draw.js'
import { logInAnywhere } from './logInAnywhere.js'
import { openedElsewhere } from './openedElsewhere.js'

/** The wallet's own pages, from the ways in to those that a file is brought to. */
for (const locale of ['en', 'de', 'ar'] as const) {
  const test = base.extend({ locale })

  test(`the wallet’s own pages, in ${locale}`, async ({ page, journey }, info) => {
    const visit = (state: string) =>
      draw({ page, group: 'the wallet', state, languages: { [locale]: async () => {} }, isWhole: true })
    await tourOfOwnPages({ page, journey, info, email: `dashboard-${locale}@example.com`, visit })
  })
}

/** A login from its first press to each thing that a visitor is asked to approve, in one language after the other. */
for (const locale of ['en', 'de', 'ar'] as const) {
  const test = base.extend({ locale })

  test(`the pages of the wallet, in ${locale}`, async ({ page, journey }) => {
    const email = `gallery-${locale}@example.com`
    const modal = modalOf(page)
    const wallet = walletIn(page)
    const drawn = (state: string, more: Partial<Drawn> = {}) =>
      draw({ page, group: 'the wallet', state, languages: { [locale]: async () => {} }, ...more })

    await page.goto(`${journey.local.demo}/?locale=${locale}`)
    await logInAnywhere({ page, journey, email, visit: (state, shownIn) => drawn(state, { page: shownIn }) })
    await accountButton(page).click()
    await drawn('account')
    await modal.part('account-settings').click()
    await modal.part('secure-wallet').click()
    await expect(modal.part('secure-site')).toBeVisible()
    await drawn('to secure it')
    const opening = page.context().waitForEvent('page')
    await modal.part('secure-site').click()
    const own = await opening
    await expect(own.locator('details.ways')).toBeVisible()
    await drawn('to secure it, on its page', { page: own })
    await own.close()
    await page.keyboard.press('Escape')

    // As if it had been opened elsewhere meanwhile.
    await openedElsewhere(page)
    const actions = page.locator('[data-part="card-actions"]').locator('button')
    for (const [state, action] of Object.entries({ 'a message': 0, 'typed data': 1 })) {
      await actions.nth(action).click()
      await expect(wallet.locator('[data-part="asks"]')).toBeVisible()
      if (state === 'a message') await expect(wallet.locator('.opened')).toBeVisible()
      await drawn(state)
      await page.keyboard.press('Escape')
      await expect(wallet.locator('[data-part="asks"]')).toBeHidden()
    }
    await page.locator('[data-part="local-coins"] button').click()
    await expect(fact(page, 'balance')).toContainText('10')
    await actions.last().click()
    await expect(wallet.locator('[data-part="asks"]')).toBeVisible()
    await drawn('a payment')
    await page.keyboard.press('Escape')

    await accountButton(page).click()
    await modal.part('disconnect').click()
    await expect(modal.dialog).toHaveCount(0)
    await page.locator('[data-part="connect-button"]').first().click()
    await expect(modal.part('login-known')).toBeVisible()
    await drawn('connect, the address of the last time')
  })
}
