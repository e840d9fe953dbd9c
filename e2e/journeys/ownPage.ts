import { expect, type Page } from '@playwright/test'
import { pressArmed } from '../wallet/pressArmed.js'
import { asksToConfirm, type LoggingIn, mailsTo, mailThat, newestCode } from './embeddedWallet.js'

const authenticatorOptions = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasPrf: true,
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** An authenticator of Chromium's own making, which answers as a phone's or a computer's would. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', { options: authenticatorOptions })
}

/**
 * Makes the browser one that has never had the wallet, but for its authenticator: a passkey that its maker carries from device to device. Another browser's
 * would be given the passkey by the protocol of its tools, and not what it answers.
 */
export async function forgetWallet(page: Page): Promise<void> {
  await page.evaluate(() => {
    const deleting = indexedDB.deleteDatabase('foyer-wallet')
    return new Promise((resolve) => deleting.addEventListener('success', resolve))
  })
  await page.context().clearCookies()
}

/** Types an address into a page of the wallet's own, confirms the mail's link in another tab, and types the code. */
export async function logInHere({ page, journey, email }: LoggingIn): Promise<void> {
  const after = Math.max(0, ...(await mailsTo(journey, email)).map(({ arrivedAt }) => arrivedAt))
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: /^Continue$/ }).click()
  const { links } = await mailThat(journey, { email, says: asksToConfirm, after })
  const confirming = await page.context().newPage()
  await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
  await pressArmed(confirming.getByRole('button', { name: /^Yes/ }))
  await expect(confirming.getByText(/^Confirmed/)).toBeVisible()
  await confirming.close()
  const { code } = await newestCode({ journey, email, after })
  await page.getByLabel(/^We sent six digits/).fill(code)
}

/** Logs in on the wallet's own page by the mail's link and its code. */
export async function logInOnOwnPage(page: Page, to: Omit<LoggingIn, 'page'>): Promise<void> {
  await logInHere({ ...to, page })
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
}
