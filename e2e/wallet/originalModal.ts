import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { type Hex, isHex } from 'viem'
import type { Journey } from '../fixtures.js'
import { asksToConfirm, confirmWith, mailThat, newestCode, walletIn } from '../journeys/embeddedWallet.js'
import { approveAsked, askedIn } from './approveIn.js'
import type { OriginalPage, Outcome } from './originalStage.js'

/** AppKit's own modal, by what a visitor sees of it. */
export const originalModal = (page: Page): Locator => page.locator('w3m-modal')

/** What the page says by wagmi: who is connected, and on which chain. */
export const said = (page: Page): Locator => page.locator('output')

/** What comes of a call that doesn't fail. */
export function answerOf(outcome: Outcome): unknown {
  if ('failure' in outcome) throw new Error(`It fails: ${outcome.failure}`)
  return outcome.answer
}

/** What a call answered, which is bytes. */
export function hexOf(outcome: Outcome): Hex {
  const answer = answerOf(outcome)
  if (!isHex(answer)) throw new Error('It answers nothing in hexadecimal.')
  return answer
}

/** A code that isn't this one. */
export const wrongOf = (code: string): string => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

/** Opens AppKit's modal by its button: to connect, or at the account. */
export const openModal = ({ page }: OriginalPage): Promise<void> => page.locator('appkit-button').click()

/** Closes it by its own cross. */
export async function closeModal({ page }: OriginalPage): Promise<void> {
  await originalModal(page).locator('[data-testid="w3m-header-close"]').click()
  await expect(originalModal(page)).not.toHaveClass(/open/)
}

/** Opens AppKit's modal, and types an address into it. */
export async function typeAddress(original: OriginalPage, email: string): Promise<void> {
  await openModal(original)
  const field = originalModal(original.page).locator('wui-email-input input')
  await field.fill(email)
  await field.press('Enter')
}

/** The failure by which an original's visitor is told a link's digits. */
const digitsTold = /Digits for the mail’s page: (\d{4})\./

/** Types an address into the modal, reads the digits of its mail's link, which AppKit says as a failure, and asks once more. @returns the digits */
export async function askForLink(original: OriginalPage, journey: Journey, email: string): Promise<string> {
  // AppKit's client logs each failure.
  journey.expectTrouble(digitsTold)
  const modal = originalModal(original.page)
  await typeAddress(original, email)
  const digits = await digitsSaid(original)
  await modal.locator('wui-email-input input').press('Enter')
  await expect(modal.getByText('Approve the login link we sent to')).toBeVisible()
  return digits
}

/** The digits of the failure that AppKit says: for 2.5 s, where it is that of a login. */
export async function digitsSaid({ page }: OriginalPage): Promise<string> {
  const said = await originalModal(page).getByText(digitsTold).first().textContent()
  return digitsTold.exec(said ?? '')?.[1] ?? ''
}

interface Mailed {
  readonly email: string
  readonly digits: string
}

/** Follows a login's link in another tab, and confirms there by its digits. */
export async function followLink({ page }: OriginalPage, journey: Journey, { email, digits }: Mailed): Promise<void> {
  const { links } = await mailThat(journey, { email, says: asksToConfirm })
  await confirmWith(page, { links, digits })
}

/** Follows the link of a mail about a new address in another tab, and confirms there by its digits. */
export async function confirmChange(
  { page }: OriginalPage,
  journey: Journey,
  { email, digits }: Mailed,
): Promise<void> {
  const { links } = await mailThat(journey, { email, says: /New address[\s\S]*\/confirm#/ })
  await confirmWith(page, { links, digits })
}

/** Types a code into the modal, once it is asked for. */
export async function typeCode({ page }: OriginalPage, code: string): Promise<void> {
  await originalModal(page).locator('wui-otp input').first().click()
  await page.keyboard.type(code)
}

/** Logs in by a mail's link and its code, through AppKit's own views. @returns the address that the page has then */
export async function logIn(original: OriginalPage, journey: Journey, email: string): Promise<`0x${string}`> {
  const digits = await askForLink(original, journey, email)
  await followLink(original, journey, { email, digits })
  await typeCode(original, (await newestCode({ journey, email })).code)
  return addressOf(original)
}

/** The address that the page has by wagmi, once it is connected. */
export async function addressOf({ page }: OriginalPage): Promise<`0x${string}`> {
  await expect(said(page)).toHaveText(/^connected 0x[\dA-Fa-f]{40} \d+$/)
  const [, digits = ''] = /0x(\w{40})/.exec((await said(page).textContent()) ?? '') ?? []
  return `0x${digits}`
}

/** The wallet's frame with a request, as AppKit shows it: under its heading, and whole within the window. */
export async function shownFrame({ page }: OriginalPage): Promise<FrameLocator> {
  const wallet = walletIn(page)
  await expect(originalModal(page).getByText('Approve Transaction')).toBeVisible()
  await expect(wallet.locator('.actions button').last()).toBeInViewport({ ratio: 1 })
  return wallet
}

/** Finds where a request is asked: for a page that nobody answers for, in the window that the frame opens. */
export async function asked(original: OriginalPage, request: string): Promise<Page> {
  const where = await askedIn(original.page, await shownFrame(original))
  if (!('keyboard' in where)) throw new Error('The frame asks by itself.')
  await expect(where.getByText(request).first()).toBeVisible()
  return where
}

/** Approves a request where it is asked. */
export async function approve(original: OriginalPage, request: string): Promise<void> {
  await asked(original, request)
  await approveAsked(original.page, walletIn(original.page))
}

/** Signs out by AppKit's own row, until its button says so. */
export async function disconnectIn(original: OriginalPage): Promise<void> {
  const { page } = original
  const modal = originalModal(page)
  await openSettings(original)
  await modal.locator('[data-testid="disconnect-button"]').click()
  await expect(page.locator('appkit-button')).toContainText('Connect Wallet')
  await expect(modal).not.toHaveClass(/open/)
}

/** Signs out, and loads the page anew: until then AppKit 1.7.6 leaves wagmi connected where the page had been loaded with somebody connected. */
export async function signOut(original: OriginalPage): Promise<void> {
  const { page } = original
  await disconnectIn(original)
  expect(await original.call('wallet', 'setPreferredAccount', 'eoa')).toEqual({
    failure: 'You are logged out of your wallet. Log in again.',
  })
  await page.reload()
  await expect(said(page)).toHaveText('disconnected')
  await expect(page.locator('appkit-button')).toContainText('Connect Wallet')
}

/** Goes to the account's settings, in AppKit's own modal: by the accounts, where the wallet's is of two kinds. @returns whether it is */
export async function openSettings(original: OriginalPage): Promise<boolean> {
  await openModal(original)
  const modal = originalModal(original.page)
  await modal.locator('[data-testid="w3m-profile-button"]').click()
  const settings = modal.getByText('Account Settings')
  const row = modal.locator('[data-testid="w3m-account-email-update"]')
  await expect(settings.or(row).first()).toBeVisible()
  const isOfTwoKinds = !(await row.isVisible())
  if (isOfTwoKinds) await settings.click()
  await expect(row).toBeVisible()
  return isOfTwoKinds
}
