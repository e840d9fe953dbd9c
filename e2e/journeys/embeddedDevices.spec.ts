import { expect, type Page } from '@playwright/test'
import { pressArmed } from '../wallet/pressArmed.js'
import { onAnotherDevice } from './anotherDevice.js'
import {
  addressShown,
  askForMail,
  asksToConfirm,
  digitsIn,
  emailOf,
  type LoggingIn,
  logIn,
  mailThat,
  newestCode,
  typeCode,
  typeDigits,
  walletIn,
} from './embeddedWallet.js'
import { modalOf } from './modal.js'
import { test } from './ownServices.js'
import { confirmBy, linkOf } from './waitingDevice.js'

/** Makes the visitor's wallet on this device. @returns its address */
async function openHere(login: LoggingIn): Promise<string> {
  await login.page.goto(login.journey.local.demo)
  await logIn(login)
  return addressShown(login.page, evmAddress)
}

const evmAddress = /^0x[0-9a-fA-F]{40}$/

test('a wallet opens on another device that a browser which knows it lets in, by the digits that the other one shows', async ({
  page,
  journey,
  passBetweenMails,
  browser,
}) => {
  const { demo, wallet } = journey.local
  const email = emailOf('katherine')
  const address = await openHere({ page, journey, email })
  passBetweenMails()
  const { arrivedAt: after } = await newestCode({ journey, email })
  await onAnotherDevice(browser, async (other) => {
    await other.goto(demo)
    await askForMail({ page: other, email })
    const digits = await digitsIn(other)
    const devices = await page.context().newPage()
    await devices.goto(`${wallet}/dashboard`)
    await expect(devices.getByText(email)).toBeVisible()
    await expect(devices.getByRole('button', { name: /^Yes/ })).toBeDisabled()
    await devices.getByRole('textbox').fill(digits)
    await pressArmed(devices.getByRole('button', { name: /^Yes/ }))
    await expect(devices.getByText(/^Done/)).toBeVisible()
    await devices.getByRole('button', { name: 'Look again' }).click()
    await expect(devices.getByRole('heading', { name: 'Open your wallet' })).toBeVisible()
    await typeCode({ page: other, journey, email, after })
    expect(await addressShown(other, evmAddress)).toBe(address)
  })
})

test('a wallet opens on another device by the mail’s link there, once the digits were typed', async ({
  page,
  journey,
  passBetweenMails,
  browser,
}) => {
  const { demo, wallet } = journey.local
  const email = emailOf('dorothy')
  const address = await openHere({ page, journey, email })
  const { arrivedAt: before } = await mailThat(journey, { email, says: asksToConfirm })
  passBetweenMails()
  const { arrivedAt: after } = await newestCode({ journey, email })
  await onAnotherDevice(browser, async (other) => {
    await other.goto(`${wallet}/dashboard`)
    await expect(other.getByText(/^This browser lets other devices in once/)).toBeVisible()
    await other.goto(demo)
    await askForMail({ page: other, email })
    const digits = await digitsIn(other)
    const confirming = await other.context().newPage()
    const { links } = await mailThat(journey, { email, says: asksToConfirm, after: before })
    await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
    await confirming.getByRole('textbox').fill(digits)
    await pressArmed(confirming.getByRole('button', { name: /^Yes/ }))
    await expect(confirming.getByText(/^Confirmed/)).toBeVisible()
    await typeCode({ page: other, journey, email, after })
    expect(await addressShown(other, evmAddress)).toBe(address)
  })
})

test('a visitor whose mail doesn’t come has another sent: its link lets them in, and the first says that a newer one took its place', async ({
  page,
  journey,
  passBetweenMails,
}) => {
  const email = emailOf('hedy')
  const modal = modalOf(page)
  await page.clock.install()
  await page.goto(journey.local.demo)
  await askForMail({ page, email })
  const first = await mailThat(journey, { email, says: asksToConfirm })
  await putAway(page)
  await expect(modal.part('send-again')).toBeDisabled()
  await page.clock.fastForward(31_000)
  passBetweenMails()
  await modal.button('Send again').click()
  const second = await mailThat(journey, { email, says: asksToConfirm, after: first.arrivedAt })
  expect(linkOf(second)).not.toBe(linkOf(first))
  // The wallet lies over the modal again, with the digits of the newer one.
  const digits = await digitsIn(page)
  const confirming = await page.context().newPage()
  await confirming.goto(linkOf(first))
  await expect(confirming.getByText('a newer mail has taken its place')).toBeVisible()
  // In the same tab, where the fragment alone changes.
  await confirming.goto(linkOf(second))
  await typeDigits(confirming, digits)
  await pressArmed(confirming.getByRole('button', { name: /^Yes/ }))
  await expect(confirming.getByText(/^Confirmed/)).toBeVisible()
  await typeCode({ page, journey, email, after: second.arrivedAt })
  await addressShown(page, evmAddress)
})

/** Closes what the wallet shows over the modal. */
async function putAway(page: Page): Promise<void> {
  const digits = walletIn(page).locator('.digits')
  await expect(digits).toBeVisible()
  await walletIn(page).getByRole('button', { name: 'Close' }).click()
  await expect(digits).toBeHidden()
}

for (const { name, ends } of [
  { name: 'grace', ends: 'opens there once a day has passed' },
  { name: 'ida', ends: 'is cancelled by the link of the mail about it' },
] as const)
  test(`a wallet that is asked for by a device which no active one lets in waits a day, and ${ends}`, async ({
    page,
    journey,
    passTime,
    browser,
  }) => {
    const { demo } = journey.local
    const email = emailOf(name)
    const address = await openHere({ page, journey, email })
    const { arrivedAt: before } = await mailThat(journey, { email, says: asksToConfirm })
    passTime(2 * dayMs)
    const { arrivedAt: after } = await newestCode({ journey, email })
    await onAnotherDevice(browser, async (other) => {
      await other.goto(demo)
      await askForMail({ page: other, email })
      const wallet = walletIn(other)
      await confirmBy(other, linkOf(await mailThat(journey, { email, says: asksToConfirm, after: before })))
      await expect(wallet.getByRole('heading', { name: 'Your wallet opens here soon' })).toBeVisible()
      const notice = await mailThat(journey, { email, says: /cancel/i, after: before })
      if (name === 'grace') {
        passTime(dayMs)
        // The wallet asks how the wait stands every 25 s.
        await expect(modalOf(other).part('code-input')).toBeVisible()
        await typeCode({ page: other, journey, email, after })
        expect(await addressShown(other, evmAddress)).toBe(address)
        return
      }
      const cancelling = await other.context().newPage()
      await cancelling.goto(linkOf(notice))
      await pressArmed(cancelling.getByRole('button', { name: 'Cancel it' }))
      await expect(cancelling.getByText('Refused. Nothing was opened.')).toBeVisible()
      await expect(modalOf(other).button('Start again')).toBeVisible()
      await expect(wallet.locator('.screen')).toBeHidden()
    })
  })

const dayMs = 86_400_000
