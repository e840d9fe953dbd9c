import { test as base, expect } from '../fixtures.js'
import { mailThat, newestCode, walletIn } from '../journeys/embeddedWallet.js'
import { accountButton, fact, modalOf } from '../journeys/modal.js'
import { type Drawn, draw } from './draw.js'

/** The wallet's own page, from its login to what opens the wallet. */
for (const locale of ['en', 'ar'] as const) {
  const test = base.extend({ locale })

  test(`the wallet’s own page, in ${locale}`, async ({ page, journey }) => {
    // The keeper doesn’t know this browser yet.
    journey.expectTrouble(/403/)
    const email = `dashboard-${locale}@example.com`
    const drawn = (state: string) =>
      draw({ page, group: 'the wallet', state, languages: { [locale]: async () => {} }, isWhole: true })
    const pressed = async (at: number) => page.locator('.panel .buttons button').nth(at).click()
    await page.goto(`${journey.local.wallet}/dashboard`)
    const field = page.getByRole('textbox')
    await expect(field).toBeVisible()
    await drawn('dashboard, signed out')
    await field.fill(email)
    await field.press('Enter')
    const { links } = await mailThat(journey, { email, says: /\/confirm#/ })
    const confirming = await page.context().newPage()
    await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
    await confirming.getByRole('button').last().click()
    await field.fill((await newestCode({ journey, email })).code)
    await field.press('Enter')
    await expect(page.locator('.account')).toHaveCount(2)
    await drawn('dashboard')
    await page.locator('section[aria-labelledby="delete"] button').click()
    await field.fill(email)
    await drawn('dashboard, to be deleted')
    await field.press('Enter')
    const notice = page.locator('.notice')
    await expect(notice).toBeVisible()
    await drawn('dashboard, waits for its deletion')
    await notice.getByRole('button').click()
    await expect(notice).toHaveCount(0)
    await pressed(0)
    await drawn('dashboard, a passkey')
    await page.getByRole('button').first().click()
    await pressed(1)
    await expect(page.locator('.groups li')).toHaveCount(8)
    await drawn('dashboard, a paper')
    await page.emulateMedia({ media: 'print' })
    await drawn('dashboard, a paper that is printed')
  })
}

/** A login from its first press to each thing that a visitor is asked to approve, in one language after the other. */
for (const locale of ['en', 'ar'] as const) {
  const test = base.extend({ locale })

  test(`the pages of the wallet, in ${locale}`, async ({ page, journey }) => {
    const email = `gallery-${locale}@example.com`
    const modal = modalOf(page)
    const wallet = walletIn(page)
    const drawn = (state: string, more: Partial<Drawn> = {}) =>
      draw({ page, group: 'the wallet', state, languages: { [locale]: async () => {} }, ...more })

    await page.goto(`${journey.local.demo}/?locale=${locale}`)
    await page.locator('[data-part="connect-button"]').first().click()
    const field = modal.part('login-email').getByRole('textbox')
    await field.fill(email)
    await field.press('Enter')
    const { links } = await mailThat(journey, { email, says: /\/confirm#/ })
    await expect(wallet.locator('.digits')).toBeVisible()
    await drawn('digits')

    const confirming = await page.context().newPage()
    await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
    const yes = confirming.getByRole('button').last()
    await expect(yes).toBeVisible()
    await drawn('the link, asked', { page: confirming })
    await yes.click()
    await expect(yes).toBeHidden()
    await drawn('the link, confirmed', { page: confirming })
    await confirming.close()

    await expect(modal.part('code-input')).toBeFocused()
    await page.keyboard.type((await newestCode({ journey, email })).code)
    await expect(modal.dialog).toHaveCount(0)
    await accountButton(page).click()
    await drawn('account')
    await page.keyboard.press('Escape')

    const actions = page.locator('[data-part="card-actions"]').locator('button')
    for (const [state, action] of Object.entries({ 'a message': 0, 'typed data': 1 })) {
      await actions.nth(action).click()
      await expect(wallet.locator('[data-part="asks"]')).toBeVisible()
      await drawn(state)
      await page.keyboard.press('Escape')
      await expect(wallet.locator('[data-part="asks"]')).toBeHidden()
    }
    await page.locator('[data-part="local-coins"] button').click()
    await expect(fact(page, 'balance')).toContainText('10')
    await actions.last().click()
    await expect(wallet.locator('[data-part="asks"]')).toBeVisible()
    await drawn('a payment')
  })
}
