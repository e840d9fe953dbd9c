import { expect, type Page } from '@playwright/test'
import type { Journey } from '../fixtures.js'
import { digitsIn, mailThat, newestCode, typeDigits } from '../journeys/embeddedWallet.js'
import { modalOf } from '../journeys/modal.js'
import { pressArmed } from '../wallet/pressArmed.js'

export interface LoginSteps {
  readonly page: Page
  readonly journey: Journey
  readonly email: string
  /** Draws a step. */
  readonly visit?: ((state: string, page: Page) => Promise<void>) | undefined
}

/** Logs in by mail at a page that has a connect button, in whichever language the page and the mails are. */
export async function logInAnywhere({ page, journey, email, visit = async () => {} }: LoginSteps): Promise<void> {
  const modal = modalOf(page)
  await page.locator('[data-part="connect-button"]').first().click()
  const field = modal.part('login-email').getByRole('textbox')
  await expect(field).toBeVisible()
  await visit('connect', page)
  await field.fill(email)
  await field.press('Enter')
  const { links } = await mailThat(journey, { email, says: /\/confirm#/ })
  const digits = await digitsIn(page)
  await visit('digits', page)

  const confirming = await page.context().newPage()
  await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
  const yes = confirming.getByRole('button').last()
  await expect(yes).toBeVisible()
  await visit('the link, asked', confirming)
  await typeDigits(confirming, digits)
  await pressArmed(yes)
  await expect(yes).toBeHidden()
  await visit('the link, confirmed', confirming)
  await confirming.close()

  await expect(modal.part('code-input')).toBeFocused()
  await visit('the code', page)
  await page.keyboard.type((await newestCode({ journey, email })).code)
  await expect(modal.dialog).toHaveCount(0)
}
