import { expect, type Page, type TestInfo } from '@playwright/test'
import { launchProfile } from '../profiles.js'
import {
  addressShown,
  askForMail,
  emailOf,
  type LoggingIn,
  logIn,
  mailThat,
  newestCode,
  typeCode,
  walletIn,
} from './embeddedWallet.js'
import { test } from './ownServices.js'

/** A page in a browser of its own: another device of the visitor's. */
async function onAnotherDevice(info: TestInfo, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await launchProfile({ profile: 'partitioned', directory: info.outputPath('another') })
  try {
    await use(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Makes the visitor's wallet on this device. @returns its address */
async function openHere(login: LoggingIn): Promise<string> {
  await login.page.goto(login.journey.local.demo)
  await logIn(login)
  return addressShown(login.page, evmAddress)
}

/** The digits that the wallet's frame shows. */
async function digitsIn(page: Page): Promise<string> {
  const digits = walletIn(page).locator('.digits')
  await expect(digits).toBeVisible()
  return ((await digits.textContent()) ?? '').trim()
}

const evmAddress = /^0x[0-9a-fA-F]{40}$/

test.describe.configure({ mode: 'parallel' })

test('a wallet opens on another device that a browser which knows it lets in, by the digits that the other one shows', async ({
  page,
  journey,
  passBetweenMails,
}, info) => {
  const { demo, wallet } = journey.local
  const email = emailOf('katherine')
  const address = await openHere({ page, journey, email })
  passBetweenMails()
  const { arrivedAt: after } = await newestCode({ journey, email })
  await onAnotherDevice(info, async (other) => {
    await other.goto(demo)
    await askForMail({ page: other, email })
    const digits = await digitsIn(other)
    const devices = await page.context().newPage()
    await devices.goto(`${wallet}/devices`)
    await expect(devices.getByText(email)).toBeVisible()
    await expect(devices.getByRole('button', { name: /^Yes/ })).toBeDisabled()
    await devices.getByRole('textbox').fill(digits)
    await devices.getByRole('button', { name: /^Yes/ }).click()
    await expect(devices.getByText(/^Done/)).toBeVisible()
    await devices.getByRole('button', { name: 'Look again' }).click()
    await expect(devices.getByText('Nothing waits for you here')).toBeVisible()
    await typeCode({ page: other, journey, email, after })
    expect(await addressShown(other, evmAddress)).toBe(address)
  })
})

test('a wallet opens on another device by the mail’s link there, once the digits were typed', async ({
  page,
  journey,
  passBetweenMails,
}, info) => {
  const { demo, wallet } = journey.local
  const email = emailOf('dorothy')
  const address = await openHere({ page, journey, email })
  const { arrivedAt: before } = await mailThat(journey, { email, says: /\/confirm#/ })
  passBetweenMails()
  const { arrivedAt: after } = await newestCode({ journey, email })
  await onAnotherDevice(info, async (other) => {
    await other.goto(`${wallet}/devices`)
    await expect(other.getByText('This browser doesn’t know your wallet yet')).toBeVisible()
    await other.goto(demo)
    await askForMail({ page: other, email })
    const digits = await digitsIn(other)
    const confirming = await other.context().newPage()
    const { links } = await mailThat(journey, { email, says: /\/confirm#/, after: before })
    await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
    await confirming.getByRole('textbox').fill(digits)
    await confirming.getByRole('button', { name: /^Yes/ }).click()
    await expect(confirming.getByText(/^Confirmed/)).toBeVisible()
    await typeCode({ page: other, journey, email, after })
    expect(await addressShown(other, evmAddress)).toBe(address)
  })
})
