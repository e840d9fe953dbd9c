import { expect, type Page } from '@playwright/test'
import { pressArmed } from '../wallet/pressArmed.js'
import { onAnotherDevice } from './anotherDevice.js'
import { askForMail, asksToConfirm, emailOf, mailThat, walletIn } from './embeddedWallet.js'
import { modalOf } from './modal.js'
import { addAuthenticator, forgetWallet, logInOnOwnPage } from './ownPage.js'
import { test } from './ownServices.js'
import { confirmBy, linkOf } from './waitingDevice.js'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { name })
const addressOf = async (page: Page) => (await page.locator('.address').first().textContent()) ?? ''
const dayMs = 86_400_000

test('[F4] while a thief with the mailbox waits, an owner who has nothing left but a passkey is let in at once, and cancels the wait; the thief has nothing afterwards', async ({
  page,
  journey,
  passTime,
  browser,
}) => {
  const { demo, wallet } = journey.local
  const email = emailOf('lise')
  await page.goto(`${wallet}/dashboard`)
  await addAuthenticator(page)
  await logInOnOwnPage(page, { journey, email })
  const address = await addressOf(page)
  await button(page, 'Add a passkey').click()
  await pressArmed(button(page, 'Add a passkey'))
  await pressArmed(button(page, 'Use it once more'))
  await expect(page.getByText(/^Opens the wallet with your device’s lock.*Added/)).toBeVisible()
  const { arrivedAt: before } = await mailThat(journey, { email, says: asksToConfirm })
  passTime(2 * dayMs)

  await onAnotherDevice(browser, async (thief) => {
    await thief.goto(demo)
    await askForMail({ page: thief, email })
    await confirmBy(thief, linkOf(await mailThat(journey, { email, says: asksToConfirm, after: before })))
    const waiting = walletIn(thief).getByRole('heading', { name: 'Your wallet opens here soon' })
    await expect(waiting).toBeVisible()
    const notice = await mailThat(journey, { email, says: /cancel/i, after: before })

    journey.expectTrouble(/401|Failed to load resource/)
    await forgetWallet(page)
    await page.reload()
    await button(page, 'Use a passkey').click()
    await expect(title(page, 'Your wallet')).toBeVisible()
    expect(await addressOf(page)).toBe(address)
    await expect(waiting).toBeVisible()

    const cancelling = await page.context().newPage()
    await cancelling.goto(linkOf(notice))
    await pressArmed(button(cancelling, 'Cancel it'))
    await expect(cancelling.getByText('Refused. Nothing was opened.')).toBeVisible()
    passTime(dayMs)
    // The wallet asks how the wait stands every 25 s.
    await expect(modalOf(thief).button('Start again')).toBeVisible()
    await expect(walletIn(thief).locator('.screen')).toBeHidden()
  })
  await page.reload()
  await expect(title(page, 'Your wallet')).toBeVisible()
  expect(await addressOf(page)).toBe(address)
})
