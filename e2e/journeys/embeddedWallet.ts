import { expect, type FrameLocator, type Page } from '@playwright/test'
import { test as base, type Journey } from '../fixtures.js'
import { launchProfile } from '../profiles.js'
import { modalOf } from './modal.js'

/** Journeys of the embedded wallet, in a browser that keeps the storage of a frame apart for each site that it is under, as released ones do. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  context: async ({}, use, info) => {
    const context = await launchProfile({ profile: 'partitioned', directory: info.outputPath('profile') })
    await use(context)
    await context.close()
  },
})

interface Mail {
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
  readonly arrivedAt: number
}

/** Mails to an address, newest first. */
export async function mailsTo(journey: Journey, email: string): Promise<readonly Mail[]> {
  const answer = await fetch(`${journey.local.mailbox}/api/mails?to=${encodeURIComponent(email)}`)
  return answer.json()
}

/** The newest mail that says something, once it has come. */
export async function mailThat(journey: Journey, { email, says }: { email: string; says: RegExp }): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      found = (await mailsTo(journey, email)).find(({ text }) => says.test(text))
      return found !== undefined
    })
    .toBe(true)
  if (!found) throw new Error('There is no such mail.')
  return found
}

/** The wallet's own frame in a dapp's page. */
export const walletIn = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')

/** Types an address into Connect, follows the mail's link in another tab, confirms there, and types the code. */
export async function logIn({ page, journey, email }: { page: Page; journey: Journey; email: string }): Promise<void> {
  const modal = modalOf(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const field = modal.part('login-email').getByRole('textbox')
  await field.fill(email)
  await field.press('Enter')
  const link = (await mailThat(journey, { email, says: /\/confirm#/ })).links.find((each) => each.includes('/confirm#'))
  const digits = walletIn(page).getByRole('heading', { name: /mail/i })
  await expect(digits).toBeVisible()
  const confirming = await page.context().newPage()
  await confirming.goto(link ?? '')
  await confirming.getByRole('button', { name: /^Yes/ }).click()
  await expect(confirming.getByText(/Confirmed/)).toBeVisible()
  await confirming.close()
  await typeCode({ page, journey, email })
}

/** Types the newest code into the modal, and waits until the dapp is connected. */
async function typeCode({ page, journey, email }: { page: Page; journey: Journey; email: string }) {
  const modal = modalOf(page)
  await expect(modal.part('code-input')).toBeFocused()
  const { subject } = await mailThat(journey, { email, says: /\b\d{6}\b/ })
  await page.keyboard.type(/\d{6}/.exec(subject)?.[0] ?? '')
  await expect(modal.dialog).toHaveCount(0)
}
