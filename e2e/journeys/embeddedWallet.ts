import { type BrowserContext, expect, type FrameLocator, type Page, type TestInfo } from '@playwright/test'
import { patience } from '../../scripts/pace.mjs'
import { type Journey, test } from '../fixtures.js'
import { launchProfile, type Profile } from '../profiles.js'
import { approveAsked, askedIn } from '../wallet/approveIn.js'
import { pressArmed } from '../wallet/pressArmed.js'
import { accountButton, fact, modalOf, outcome } from './modal.js'

/** A browser of a test's own that refuses or shares the storage of a frame under another site. Every other journey's keeps it apart, as released ones do. */
export const contextIn = (profile: Profile, { blocksPopups = false }: { readonly blocksPopups?: boolean } = {}) => ({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  context: async ({}, use: (context: BrowserContext) => Promise<void>, info: TestInfo) => {
    const context = await launchProfile({ profile, directory: info.outputPath('profile'), blocksPopups })
    await use(context)
    await context.close()
  },
})

/** Journeys of the embedded wallet in such a browser. */
export const testIn = (...how: Parameters<typeof contextIn>) => test.extend(contextIn(...how))

interface Mail {
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
  readonly arrivedAt: number
}

/** A person's address. Each test's are its own, and each try's: mails and devices of another who has the name, at the same server, would be in the way. */
export function emailOf(name: string): string {
  const { testId, retry } = test.info()
  return `${name}.${testId.slice(-4)}${retry}@example.com`
}

/** Mails to an address, newest first. */
export async function mailsTo(journey: Journey, email: string): Promise<readonly Mail[]> {
  const answer = await fetch(`${journey.local.mailbox}/api/mails?to=${encodeURIComponent(email)}`)
  return answer.json()
}

/** The newest mail that says something, once it has come. */
export async function mailThat(
  journey: Journey,
  { email, says, after = 0 }: { email: string; says: RegExp; after?: number | undefined },
): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      found = (await mailsTo(journey, email)).find(({ text, arrivedAt }) => says.test(text) && arrivedAt > after)
      return found !== undefined
    })
    .toBe(true)
  if (!found) throw new Error('There is no such mail.')
  return found
}

/** The wallet's own frame in a dapp's page. */
export const walletIn = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')

/** The address that the demo shows of whoever is connected. */
export async function addressShown(page: Page, form: RegExp): Promise<string> {
  await expect(fact(page, 'address')).toHaveText(form)
  return (await fact(page, 'address').textContent()) ?? ''
}

/** Finds where the wallet asks: in its frame, or in a window of its own. */
export const askedAt = (page: Page): Promise<Page | FrameLocator> => askedIn(page, walletIn(page))

/** Approves what the wallet asks, in its frame or in a window of its own. */
export const approve = (page: Page): ReturnType<typeof approveAsked> => approveAsked(page, walletIn(page))

/** What the demo says that its last action came to, after its name. */
export async function cameTo(page: Page, action: string): Promise<string> {
  const said = outcome(page)
  await expect(said).toHaveAttribute('data-status', 'done')
  await expect(said).toContainText(`${action}: `)
  return ((await said.textContent()) ?? '').slice(action.length + 2)
}

/** Goes to another network by the account's settings. */
export async function switchNetwork(page: Page, name: string): Promise<void> {
  const modal = modalOf(page)
  await accountButton(page).click()
  await modal.part('account-settings').click()
  await modal.part('settings-network').click()
  await modal.button(name).click()
  await expect(fact(page, 'network')).toHaveText(name)
  if (await modal.dialog.isVisible()) await page.keyboard.press('Escape')
  await expect(modal.dialog).toHaveCount(0)
}

export interface LoggingIn {
  readonly page: Page
  readonly journey: Journey
  readonly email: string
}

/** Opens Connect, and types an address into it. */
export async function askForMail({ page, email }: Omit<LoggingIn, 'journey'>): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await typeAddress({ page, email })
}

/** Types an address into Connect; where that of the last time is offered, another is asked for first. */
export async function typeAddress({ page, email }: Omit<LoggingIn, 'journey'>): Promise<void> {
  const modal = modalOf(page)
  const field = modal.part('login-email').getByRole('textbox')
  await expect(field.or(modal.part('another-email'))).toBeVisible()
  if (await modal.part('another-email').isVisible()) await modal.part('another-email').click()
  await field.fill(email)
  await field.press('Enter')
}

/** Presses on, as a visitor does who was too early, until the code that was sent is asked for. */
export async function askUntilSent(page: Page): Promise<void> {
  const modal = modalOf(page)
  const field = modal.part('login-email').getByRole('textbox')
  await expect(async () => {
    if (await field.isVisible()) await field.press('Enter')
    await expect(modal.part('code-input')).toBeVisible({ timeout: patience(3_000) })
  }).toPass()
}

/** Types an address into Connect, follows the mail's link in another tab, confirms there, and types the code. */
export async function logIn(login: LoggingIn): Promise<void> {
  await askForMail(login)
  await followLink(login)
  await typeCode(login)
  await expect(modalOf(login.page).dialog).toHaveCount(0)
}

/** What the mail says whose link lets a browser in: the one about a new wallet has a link as well. */
export const asksToConfirm = /open the link and confirm there/

/** Follows the newest mail's link in another tab, and confirms there. */
export async function followLink({ page, journey, email }: LoggingIn): Promise<void> {
  const { links } = await mailThat(journey, { email, says: asksToConfirm })
  await confirmHere(page, links)
}

/** Opens a mail's link in another tab, types there the digits that the wallet's frame shows, and confirms. */
export const confirmHere = async (page: Page, links: readonly string[]): Promise<void> =>
  confirmWith(page, { links, digits: await digitsIn(page) })

interface ByDigits {
  readonly links: readonly string[]
  readonly digits: string
}

/** Opens a mail's link in another tab, types digits there, and confirms. */
export async function confirmWith(page: Page, { links, digits }: ByDigits): Promise<void> {
  const confirming = await page.context().newPage()
  await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
  await typeDigits(confirming, digits)
  await pressArmed(confirming.getByRole('button', { name: /^Yes/ }))
  await expect(confirming.getByText(/^Confirmed/)).toBeVisible()
  await confirming.close()
}

/** Types them where they are asked for: a frame that shares its storage with that page is the browser that began it. */
export async function typeDigits(confirming: Page, digits: string): Promise<void> {
  await expect(confirming.getByRole('button').last()).toBeVisible()
  const field = confirming.getByRole('textbox')
  if (!(await field.isVisible())) return
  await field.click()
  await confirming.keyboard.type(digits)
}

/** The digits that the wallet's frame shows. */
export async function digitsIn(page: Page): Promise<string> {
  const digits = walletIn(page).locator('.digits')
  await expect(digits).toBeVisible()
  return ((await digits.textContent()) ?? '').trim()
}

/** Types the newest code into the modal, once one has come that is newer than another. */
export async function typeCode(login: LoggingIn & { readonly after?: number | undefined }): Promise<void> {
  await expect(modalOf(login.page).part('code-input')).toBeFocused()
  await login.page.keyboard.type((await newestCode(login)).code)
}

/** The newest code, once a mail with one has come that is newer than another. */
export async function newestCode({
  journey,
  email,
  after,
}: Omit<LoggingIn, 'page'> & { readonly after?: number | undefined }): Promise<{ code: string; arrivedAt: number }> {
  const { subject, arrivedAt } = await mailThat(journey, { email, says: /\b\d{6}\b/, after })
  return { code: /\d{6}/.exec(subject)?.[0] ?? '', arrivedAt }
}

/** Another dapp is another device, whose browser the keeper knows by the link that was followed at the one before: only the code is typed again. */
export async function continueAt({
  page,
  journey,
  email,
  origin,
  open,
}: LoggingIn & { readonly origin: string; readonly open: () => Promise<unknown> }): Promise<void> {
  const { arrivedAt: after } = await newestCode({ journey, email })
  journey.expectTrouble(/429/)
  await open()
  await askForMail({ page, email })
  const opening = page.context().waitForEvent('page')
  await walletIn(page)
    .getByText(/^Used this wallet/)
    .click()
  await walletIn(page).getByRole('button', { name: 'Continue without the link' }).click()
  const popup = await opening
  await expect(popup.getByRole('heading')).toHaveText(`Continue at ${origin}`)
  await pressArmed(popup.getByRole('button', { name: 'Continue' }))
  await askUntilSent(page)
  await typeCode({ page, journey, email, after })
  await expect(modalOf(page).dialog).toHaveCount(0)
}

/** Leaves by the account's own row. */
export async function disconnect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await modalOf(page).button('Disconnect').click()
  await expect(fact(page, 'status')).toHaveText('disconnected')
}
