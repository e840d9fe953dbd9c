import { expect } from '@playwright/test'
import { pressArmed } from '../wallet/pressArmed.js'
import { addressShown, approve, cameTo, emailOf, logIn, newestCode, walletIn } from './embeddedWallet.js'
import { accountButton, modalOf } from './modal.js'
import { test } from './ownServices.js'

const address = /^0x[0-9a-fA-F]{40}$/

test('from a signed-in account “Secure your wallet” leads to its place on the wallet’s page, where the address is filled in and a known browser needs a code alone; the next approval says once that the wallet was opened there', async ({
  page,
  journey,
  context,
  passBetweenMails,
}, info) => {
  const email = emailOf('noor')
  const modal = modalOf(page)
  const wallet = walletIn(page)
  await page.goto(journey.local.demo)
  await logIn({ page, journey, email })
  const mine = await addressShown(page, address)
  const { arrivedAt } = await newestCode({ journey, email })

  passBetweenMails()
  // For the servers it is later than for the page, whose token may be over there before it knows.
  journey.expectTrouble(/401/)
  await accountButton(page).click()
  await modal.part('account-settings').click()
  await modal.part('secure-wallet').click()
  const opening = context.waitForEvent('page')
  await modal.part('secure-site').click()
  const own = await opening
  await expect(own.getByRole('heading', { name: 'Secure your wallet' })).toBeVisible()
  expect(new URL(own.url()).hash).toBe('#security')
  await expect(own.getByLabel('Your email address')).toHaveValue(email)
  await own.screenshot({ path: info.outputPath('secure.png') })
  await own.getByRole('button', { name: /^Continue$/ }).click()
  // The ways on without the mail stand beside the digits, not among the ways in.
  await expect(own.locator('.digits')).toBeVisible()
  await own.locator('summary').click()
  await own.getByRole('button', { name: 'Continue without the link' }).click()
  await pressArmed(own.getByRole('button', { name: /^Continue/ }).first())
  await own.getByLabel(/^We sent six digits/).fill((await newestCode({ journey, email, after: arrivedAt })).code)
  await expect(own.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
  await expect(own.locator('.address').first()).toHaveText(mine)
  await expect(own.locator('#security')).toBeInViewport()
  await own.screenshot({ path: info.outputPath('home.png'), fullPage: true })
  await own.close()

  await page.keyboard.press('Escape')
  await expect(modal.dialog).toHaveCount(0)
  const opened = wallet.getByText(/^Your wallet was opened at /)
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(opened).toContainText(new URL(journey.local.wallet).host)
  await expect(opened.getByRole('link')).toHaveAttribute('href', '/dashboard#devices')
  await page.screenshot({ path: info.outputPath('opened.png') })
  await approve(page)
  await cameTo(page, 'Sign a message')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await approve(page)
  await expect(opened).toHaveCount(0)
  await cameTo(page, 'Sign a message')
})
