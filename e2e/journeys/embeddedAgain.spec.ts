import { expect } from '@playwright/test'
import {
  addressShown,
  askForMail,
  askUntilSent,
  disconnect,
  followLink,
  logIn,
  newestCode,
  test,
  walletIn,
} from './embeddedWallet.js'
import { fact, modalOf } from './modal.js'

const address = /^0x[0-9a-fA-F]{40}$/
const other = (code: string) => code.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`)

test('[S5.31] [F2] a visitor who left logs in again on the same device by a code alone: too early they read when, a wrong and an old one are refused', async ({
  page,
  journey,
}) => {
  const email = 'mary@example.com'
  journey.expectTrouble(/429|403/)
  const modal = modalOf(page)
  await page.goto(journey.local.demo)
  await logIn({ page, journey, email })
  const first = await addressShown(page, address)
  const old = await newestCode({ journey, email })
  await disconnect(page)

  await askForMail({ page, email })
  await expect(modal.part('field-note')).toHaveText(/^Please try again after \d+ seconds\.$/)
  await askUntilSent(page)
  await expect(walletIn(page).getByRole('heading', { name: /mail/i })).toBeHidden()
  const { code } = await newestCode({ journey, email, after: old.arrivedAt })

  await page.keyboard.type(other(code))
  await expect(modal.part('login-note')).toHaveText('That code is wrong. Try again.')
  await page.keyboard.type(old.code)
  await expect(modal.part('login-note')).toHaveText('That code is wrong. Try again.')
  await page.keyboard.type(code)
  await expect(modal.dialog).toHaveCount(0)
  expect(await addressShown(page, address)).toBe(first)
})

test('[S5.30] a new visitor who left before the code comes back without another link', async ({ page, journey }) => {
  const email = 'joan@example.com'
  journey.expectTrouble(/429/)
  const modal = modalOf(page)
  await page.goto(journey.local.demo)
  await askForMail({ page, email })
  await followLink({ page, journey, email })
  await expect(modal.part('code-input')).toBeFocused()
  await expect(modal.part('send-again')).toHaveText(/^Send again in (2\d|30) s$/)
  const old = await newestCode({ journey, email })
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toHaveCount(0)
  await expect(fact(page, 'status')).toHaveText('disconnected')

  await askForMail({ page, email })
  await expect(modal.part('field-note')).toHaveText(/^Please try again after \d+ seconds\.$/)
  await askUntilSent(page)
  const { code } = await newestCode({ journey, email, after: old.arrivedAt })
  await page.keyboard.type(code)
  await expect(modal.dialog).toHaveCount(0)
  await addressShown(page, address)
})
