import { expect, type Page } from '@playwright/test'
import type { Journey } from '../fixtures.js'
import { pressArmed } from '../wallet/pressArmed.js'
import { onAnotherDevice } from './anotherDevice.js'
import {
  addressShown,
  askForMail,
  asksToConfirm,
  confirmHere,
  digitsIn,
  emailOf,
  logIn,
  mailThat,
  newestCode,
  typeCode,
  typeDigits,
  walletIn,
} from './embeddedWallet.js'
import { accountButton, modalOf } from './modal.js'
import { test } from './ownServices.js'

const evmAddress = /^0x[0-9a-fA-F]{40}$/
const dayMs = 86_400_000

interface InMail {
  readonly page: Page
  readonly journey: Journey
  readonly email: string
}

/** Follows the newest mail's link to an address in another tab, where both addresses stand, and confirms there. */
async function confirmIn({ page, journey, email, both }: InMail & { both: readonly string[] }): Promise<string> {
  const { links } = await mailThat(journey, { email, says: /New address[\s\S]*\/confirm#/ })
  const confirming = await page.context().newPage()
  await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
  await expect(confirming.getByRole('heading', { name: 'Change the address?' })).toBeVisible()
  for (const said of [...both, new URL(journey.local.demo).host, 'Chrome'])
    await expect(confirming.locator('body')).toContainText(said)
  await typeDigits(confirming, await digitsIn(page))
  await pressArmed(confirming.getByRole('button', { name: 'Yes, change it' }))
  const heading = confirming.getByRole('heading', { name: /^Confirmed/ })
  await expect(heading).toBeVisible()
  const said = (await heading.textContent()) ?? ''
  await confirming.close()
  return said
}

/** Opens what the account says of its address. */
async function openAccount(page: Page): Promise<void> {
  await accountButton(page).click()
  await expect(modalOf(page).part('login-as')).toBeVisible()
}

test('[S4.24 S4.25] a wallet goes to another address, confirmed in both after a day’s wait: it opens by that one in another browser, and the old one opens nothing of it', async ({
  page,
  journey,
  passTime,
  passBetweenMails,
  browser,
}) => {
  const { demo, wallet } = journey.local
  const [from, to] = [emailOf('mary'), emailOf('mary.somerville')]
  await page.goto(demo)
  await logIn({ page, journey, email: from })
  const address = await addressShown(page, evmAddress)
  // For the servers it is later than for the page, whose token and nonce may be over there before it knows: it asks again by new ones.
  journey.expectTrouble(/401/)
  passBetweenMails()
  const { arrivedAt: after } = await newestCode({ journey, email: from })

  const modal = modalOf(page)
  await openAccount(page)
  await modal.part('login-as').click()
  const field = modal.part('new-email').getByRole('textbox')
  await expect(field).toHaveValue(from)
  await field.fill(to)
  await modal.button('Save').click()
  await typeCode({ page, journey, email: from, after })
  await expect(modal.dialog).toContainText('Confirm New Email')
  await typeCode({ page, journey, email: to })
  await expect(walletIn(page).getByText('Open the links in the mails to both addresses')).toBeVisible()
  expect(await confirmIn({ page, journey, email: from, both: [from, to] })).toContain('to the other address')
  expect(await confirmIn({ page, journey, email: to, both: [from, to] })).toContain('unless you cancel it')
  // The modal is alone again.
  await expect(walletIn(page).locator('.digits')).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(modal.dialog).toContainText(`${to} opens your wallet from`)
  for (const email of [from, to]) await mailThat(journey, { email, says: /See or cancel it/ })

  await page.reload()
  expect(await addressShown(page, evmAddress)).toBe(address)
  await openAccount(page)
  await expect(modal.part('login-as')).toHaveAttribute('title', from)
  passTime(dayMs)
  await page.reload()
  expect(await addressShown(page, evmAddress)).toBe(address)
  await openAccount(page)
  await expect(modal.part('login-as')).toHaveAttribute('title', to)
  for (const email of [from, to]) await mailThat(journey, { email, says: /opened by the new one now/ })

  await onAnotherDevice(browser, async (other) => {
    await other.goto(demo)
    const { arrivedAt } = await newestCode({ journey, email: to })
    await askForMail({ page: other, email: to })
    const digits = walletIn(other).locator('.digits')
    await expect(digits).toBeVisible()
    const devices = await page.context().newPage()
    await devices.goto(`${wallet}/dashboard`)
    await devices.getByRole('textbox').fill(((await digits.textContent()) ?? '').trim())
    await pressArmed(devices.getByRole('button', { name: /^Yes/ }))
    await expect(devices.getByText(/^Done/)).toBeVisible()
    await typeCode({ page: other, journey, email: to, after: arrivedAt })
    expect(await addressShown(other, evmAddress)).toBe(address)
  })
  await onAnotherDevice(browser, async (other) => {
    const { arrivedAt } = await mailThat(journey, { email: from, says: /opened by the new one now/ })
    await other.goto(demo)
    await askForMail({ page: other, email: from })
    const { links } = await mailThat(journey, { email: from, says: asksToConfirm, after: arrivedAt })
    await confirmHere(other, links)
    await typeCode({ page: other, journey, email: from, after: arrivedAt })
    expect(await addressShown(other, evmAddress)).not.toBe(address)
  })
})
